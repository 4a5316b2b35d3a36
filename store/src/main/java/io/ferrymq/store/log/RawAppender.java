package io.ferrymq.store.log;

import io.ferrymq.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/** Appends bytes that a master sent: whole or parts of records, as they come. */
public final class RawAppender {
    private final Segments segments;
    private final LogTail tail;
    private final AppendLock lock;
    private final AppendGate gate;
    private final LongConsumer appendedFrom;

    /** @param appendedFrom told under the append lock where new bytes begin */
    public RawAppender(Segments segments, LogTail tail, AppendLock lock, AppendGate gate, LongConsumer appendedFrom) {
        this.segments = segments;
        this.tail = tail;
        this.lock = lock;
        this.gate = gate;
        this.appendedFrom = appendedFrom;
    }

    public long append(long offset, ByteBuffer bytes) {
        lock.lock();
        try {
            return appendLocked(offset, bytes);
        } catch (IOException e) {
            throw new StoreException(segments.dir(), "no space for " + bytes.remaining() + " bytes at " + offset, e);
        } finally {
            lock.unlock();
        }
    }

    private long appendLocked(long offset, ByteBuffer bytes) throws IOException {
        if (gate.refusal() != null) {
            throw new StoreException(gate.refusal().text());
        }
        int size = bytes.remaining();
        long end = tail.endOffset();
        boolean fitsEnd = offset == end || (tail.isEmpty() && offset % segments.sizeBytes() == 0);
        if (!fitsEnd) {
            throw new StoreException("bytes of log address " + offset + " do not follow the end of the log " + end);
        }
        if (offset % segments.sizeBytes() + size > segments.sizeBytes()) {
            throw new StoreException(
                    size + " bytes at " + offset + " cross the end of a file of " + segments.sizeBytes());
        }
        if (size > 0) {
            WriteWindow window = tail.windowForRaw(offset, size);
            window.buffer().put(window.index(offset), bytes, bytes.position(), size);
            appendedFrom.accept(offset);
            tail.advanceTo(offset + size);
        }
        return offset + size;
    }
}
