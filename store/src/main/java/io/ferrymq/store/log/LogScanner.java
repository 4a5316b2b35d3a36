package io.ferrymq.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Walks through the log record by record: in recovery, on a slave, and where appends outran the dispatch. */
public final class LogScanner {
    private final Segments segments;
    private final RecordCheck check = new RecordCheck();
    private final RecordSearch search = new RecordSearch();

    public LogScanner(Segments segments) {
        this.segments = segments;
    }

    /** Told of each record. */
    public interface Visitor {
        /** @return whether to go on */
        boolean record(RecordView record, long physicalOffset) throws IOException;
    }

    /**
     * Visits undamaged records from an address on, to a limit or to the first place where none begins.
     *
     * @param withChecksum whether to check bodies too
     * @return that place, the limit, or the address of the record the visitor stopped at
     */
    public long scan(long from, long limit, boolean withChecksum, Visitor visitor) throws IOException {
        long at = from;
        while (at < limit) {
            Segment segment = segments.retain(at);
            if (segment == null) {
                return at;
            }
            try {
                long stopped = scanSegment(segment, at, limit, withChecksum, visitor);
                if (stopped < segment.end()) {
                    return stopped;
                }
                at = stopped;
            } finally {
                segment.mapping().release();
            }
        }
        return at;
    }

    private long scanSegment(Segment segment, long from, long limit, boolean withChecksum, Visitor visitor)
            throws IOException {
        ByteBuffer file = segment.buffer();
        int end = (int) Math.min(segment.sizeBytes(), limit - segment.base());
        int at = (int) (from - segment.base());
        while (at < end) {
            long address = segment.base() + at;
            RecordCheck.Finding finding =
                    withChecksum ? check.check(file, at, end, address) : check.checkStructure(file, at, end, address);
            if (finding == RecordCheck.Finding.BLANK) {
                // On a slave the rest of it may not have come yet.
                return segment.end() <= limit ? segment.end() : address;
            }
            if (finding == RecordCheck.Finding.NOTHING || !visitor.record(check.view(), address)) {
                return address;
            }
            at += check.view().totalSize();
        }
        return segment.base() + at;
    }

    /** Whether a record, or a file's blank end, begins at an address and ends behind the limit: the rest of it is still to come. */
    public boolean isIncomplete(long at, long limit) {
        Segment segment = segments.retain(at);
        if (segment == null) {
            return true;
        }
        try {
            long left = Math.min(limit, segment.end()) - at;
            if (left < RecordLayout.BLANK_SIZE_BYTES) {
                return limit < segment.end();
            }
            ByteBuffer file = segment.buffer();
            int offset = (int) (at - segment.base());
            int size = file.getInt(offset);
            int magic = file.getInt(offset + RecordLayout.MAGIC);
            if (size <= left || size > segment.sizeBytes() - offset) {
                return false;
            }
            boolean isRecord = magic == RecordLayout.MAGIC_V1 || magic == RecordLayout.MAGIC_V2;
            boolean knowsAddress = left >= RecordLayout.PHYSICAL_OFFSET + Long.BYTES;
            return magic == RecordLayout.MAGIC_BLANK
                    || (isRecord && (!knowsAddress || file.getLong(offset + RecordLayout.PHYSICAL_OFFSET) == at));
        } finally {
            segment.mapping().release();
        }
    }

    /**
     * Looks for the next undamaged record (or the blank end of a file that is followed by one).
     *
     * @return its address, -1 when there is none before the limit
     */
    public long findRecord(long from, long limit) {
        long at = from;
        for (Segment segment = segments.retain(at); segment != null && at < limit; segment = segments.retain(at)) {
            try {
                int end = (int) Math.min(segment.sizeBytes(), limit - segment.base());
                int found =
                        search.next(segment.path(), segment.buffer(), segment.base(), (int) (at - segment.base()), end);
                if (found >= 0) {
                    return segment.base() + found;
                }
                at = segment.end();
            } finally {
                segment.mapping().release();
            }
        }
        return -1;
    }
}
