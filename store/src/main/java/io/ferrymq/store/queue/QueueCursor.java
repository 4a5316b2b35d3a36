package io.ferrymq.store.queue;

import io.ferrymq.store.file.Mapping;
import java.nio.ByteBuffer;

/** One file's entries while it is mapped. */
public final class QueueCursor implements AutoCloseable {
    private final Mapping mapping;
    private final int end;
    private int at;

    QueueCursor(Mapping mapping, int at, int end) {
        this.mapping = mapping;
        this.at = at;
        this.end = end;
    }

    static QueueCursor none() {
        return new QueueCursor(null, 0, 0);
    }

    /** Whether the cursor stands on an entry. */
    public boolean isPresent() {
        return at < end && EntryLayout.isPresent(physicalOffset(), size());
    }

    /** Whether the file or the queue ends here. */
    public boolean isAtEnd() {
        return at >= end;
    }

    public boolean isFiller() {
        return size() == EntryLayout.FILLER_SIZE;
    }

    public long physicalOffset() {
        return bytes().getLong(at + EntryLayout.PHYSICAL_OFFSET);
    }

    public int size() {
        return bytes().getInt(at + EntryLayout.RECORD_SIZE);
    }

    public long tagsCode() {
        return bytes().getLong(at + EntryLayout.TAGS_CODE);
    }

    public void next() {
        at += EntryLayout.SIZE_BYTES;
    }

    private ByteBuffer bytes() {
        return mapping.buffer();
    }

    @Override
    public void close() {
        if (mapping != null) {
            mapping.release();
        }
    }
}
