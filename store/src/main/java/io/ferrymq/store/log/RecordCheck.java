package io.ferrymq.store.log;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Decides whether an undamaged record begins somewhere. Checks the whole of it: magic, length chain, that the record says its own
 * address, the body's checksum, and that nothing of it was never written.
 */
public final class RecordCheck {
    /** What begins at a place. */
    public enum Finding {
        RECORD,
        /** The rest of the file is unused; the log goes on in the next file. */
        BLANK,
        /** Nothing: damaged, half written, or the end of the log. */
        NOTHING
    }

    private static final int PAGE_BYTES = 4096;

    private final RecordView view = new RecordView();
    private final CRC32 crc = new CRC32();

    /**
     * @param offset where in the buffer
     * @param limit end of the file or of what has been written of it
     * @param physicalOffset address of that place in the log
     */
    public Finding check(ByteBuffer file, int offset, int limit, long physicalOffset) {
        return examine(file, offset, limit, physicalOffset, true);
    }

    /** As {@link #check} but without the checksum: for records that this process wrote or checked already. */
    public Finding checkStructure(ByteBuffer file, int offset, int limit, long physicalOffset) {
        return examine(file, offset, limit, physicalOffset, false);
    }

    private Finding examine(ByteBuffer file, int offset, int limit, long physicalOffset, boolean withCrc) {
        int left = limit - offset;
        if (left < RecordLayout.BLANK_SIZE_BYTES) {
            return Finding.NOTHING;
        }
        int size = file.getInt(offset);
        int magic = file.getInt(offset + RecordLayout.MAGIC);
        if (magic == RecordLayout.MAGIC_BLANK) {
            return size == file.capacity() - offset ? Finding.BLANK : Finding.NOTHING;
        }
        boolean hasMagic = magic == RecordLayout.MAGIC_V1 || magic == RecordLayout.MAGIC_V2;
        if (!hasMagic || size < RecordLayout.FIXED_SIZE_BYTES || size > left) {
            return Finding.NOTHING;
        }
        if (file.getLong(offset + RecordLayout.PHYSICAL_OFFSET) != physicalOffset) {
            return Finding.NOTHING;
        }
        view.at(file, offset);
        boolean whole = lengthsFit(size) && (!withCrc || bodyIntact(file)) && writtenToTheEnd(file, offset);
        return whole ? Finding.RECORD : Finding.NOTHING;
    }

    private boolean lengthsFit(int size) {
        boolean version2 = view.magic() == RecordLayout.MAGIC_V2;
        if (view.fixedEnd() >= size) {
            return false;
        }
        int body = view.bodyLength();
        int lengthFields = version2 ? 4 : 3;
        if (body < 0 || body > size - view.fixedEnd() - lengthFields) {
            return false;
        }
        int topic = view.topicLength();
        if (topic <= 0 || topic > size - view.fixedEnd() - lengthFields - body) {
            return false;
        }
        int properties = view.propertiesLength();
        return properties >= 0
                && size == RecordLayout.size(view.sysFlag(), version2, body, topic, properties)
                && view.queueId() >= 0
                && view.queueId() <= RecordLayout.QUEUE_ID_MAX
                && view.queueOffset() >= 0
                && view.queueOffset() <= RecordLayout.QUEUE_OFFSET_MAX;
    }

    private boolean bodyIntact(ByteBuffer file) {
        int length = view.bodyLength();
        // A record without body may carry either 0 or the checksum of nothing, which is 0 too.
        crc.reset();
        crc.update(file.slice(view.bodyStart(), length));
        return view.bodyCrc() == ((int) crc.getValue() & RecordLayout.CRC_MASK);
    }

    /**
     * The checksum covers the body only. What the system never wrote of topic and properties reads as zeros from some page on: looks at
     * the last byte and at the first byte of each page.
     */
    private boolean writtenToTheEnd(ByteBuffer file, int offset) {
        int from = view.topicStart();
        int to = offset + view.totalSize();
        for (int at = from; at < from + view.topicLength(); at++) {
            if (file.get(at) == 0) {
                return false;
            }
        }
        if (view.propertiesLength() > 0 && file.get(to - 1) == 0) {
            return false;
        }
        for (int at = (view.propertiesStart() + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES; at < to; at += PAGE_BYTES) {
            if (file.get(at) == 0) {
                return false;
            }
        }
        return true;
    }

    /** The record that the last check found. */
    public RecordView view() {
        return view;
    }
}
