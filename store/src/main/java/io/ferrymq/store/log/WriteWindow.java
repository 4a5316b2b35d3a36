package io.ferrymq.store.log;

import io.ferrymq.store.file.Mapping;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The part of the log that is mapped for writing: a small one, which moves on with the end of the log. Before a page goes to the disk the system takes the
 * right to write to it from each mapping that was written to, page by page, and each time interrupts all processors that run a thread of the broker;
 * the pages of a mapping that is gone need none of it. Guarded by the append lock.
 */
final class WriteWindow {
    private static final int SIZE_BYTES = 1 << 20;
    private static final int PAGE_BYTES = 4096;

    private Segment segment;
    private int from;
    private Mapping mapping;

    /** Sees to it that a range of a file, whose space has been claimed, can be written to. */
    void cover(Segment wanted, int at, int sizeBytes) throws IOException {
        boolean covered = segment == wanted && at >= from && at + sizeBytes <= from + buffer().capacity();
        if (!covered) {
            close();
            int begin = at / PAGE_BYTES * PAGE_BYTES;
            long end = Math.max((long) begin + SIZE_BYTES, (long) at + sizeBytes);
            mapping = wanted.mapForWriting(begin, (int) Math.min(end, wanted.sizeBytes()) - begin);
            segment = wanted;
            from = begin;
        }
    }

    /** What is covered, for absolute access. */
    ByteBuffer buffer() {
        return mapping.buffer();
    }

    /** Where in the buffer a covered address of the log is. */
    int index(long physicalOffset) {
        return (int) (physicalOffset - segment.base()) - from;
    }

    void close() {
        if (mapping != null) {
            segment = null;
            mapping.release();
            mapping = null;
        }
    }
}
