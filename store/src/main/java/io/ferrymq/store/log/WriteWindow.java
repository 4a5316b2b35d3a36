package io.ferrymq.store.log;

import io.ferrymq.store.file.Mapping;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The part of the log that is mapped for writing: a small one, which moves on with the end of the log. Before a page goes to the disk the system takes the
 * right to write to it from each mapping that was written to, page by page, and each time interrupts all processors that run a thread of the broker;
 * the pages of a mapping that is gone need none of it.
 *
 * <p>Appends, under the append lock, find the next part mapped and its pages at hand: another thread does that ahead of them, and unmaps what
 * they are done with. Where it is late they do it themselves.
 */
final class WriteWindow {
    private static final int SIZE_BYTES = 1 << 20;
    private static final int PAGE_BYTES = 4096;

    /** The next part begins so much before the end of this one, for the record that does not fit into this one any more. */
    private static final int OVERLAP_BYTES = 64 << 10;

    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    // Written under the append lock.
    private volatile Part current;
    // From the thread that works ahead to the appends, and back.
    private final AtomicReference<Part> ahead = new AtomicReference<>();
    private final AtomicReference<Part> spent = new AtomicReference<>();

    private record Part(Segment segment, int from, int end, Mapping mapping) {
        static Part map(Segment segment, int from, int end) throws IOException {
            return new Part(segment, from, end, segment.mapForWriting(from, end - from));
        }

        boolean covers(Segment wanted, int at, int sizeBytes) {
            return segment == wanted && at >= from && at + sizeBytes <= end;
        }

        // The first write to a page is a fault that takes longer than to write a record. This one changes nothing, not
        // even under the hands of an append.
        void touchPages() {
            for (int at = 0; at < end - from; at += PAGE_BYTES) {
                INTS.getAndBitwiseOr(mapping.buffer(), at, 0);
            }
        }
    }

    /**
     * Sees to it that a range of a file, whose space has been claimed, can be written to. Under the append lock.
     *
     * @return whether the window has moved, so that there is something to do ahead
     */
    boolean cover(Segment wanted, int at, int sizeBytes) throws IOException {
        Part before = current;
        if (before != null && before.covers(wanted, at, sizeBytes)) {
            return false;
        }
        Part next = ahead.getAndSet(null);
        if (next == null || !next.covers(wanted, at, sizeBytes)) {
            release(next);
            next = mapNow(wanted, at, sizeBytes);
        }
        current = next;
        release(spent.getAndSet(before));
        return true;
    }

    private static Part mapNow(Segment wanted, int at, int sizeBytes) throws IOException {
        int from = at / PAGE_BYTES * PAGE_BYTES;
        long end = Math.max((long) from + SIZE_BYTES, (long) at + sizeBytes);
        return Part.map(wanted, from, (int) Math.min(end, wanted.sizeBytes()));
    }

    /**
     * Makes the part that comes next, if its space has been claimed, and lets go of what came before. For one thread, without the append lock.
     */
    void workAhead(Segment active) throws IOException {
        release(spent.getAndSet(null));
        Part now = current;
        if (now == null || now.segment != active || ahead.get() != null) {
            return;
        }
        int from = Math.max(now.from, now.end - OVERLAP_BYTES) / PAGE_BYTES * PAGE_BYTES;
        int end = Math.min(active.sizeBytes(), from + SIZE_BYTES);
        // Beyond what is claimed a full disk would be a fault.
        if (end > now.end && end <= active.claimedEnd()) {
            Part next = Part.map(active, from, end);
            next.touchPages();
            ahead.set(next);
        }
    }

    /** What is covered, for absolute access. */
    ByteBuffer buffer() {
        return current.mapping.buffer();
    }

    /** Where in the buffer a covered address of the log is. */
    int index(long physicalOffset) {
        Part now = current;
        return (int) (physicalOffset - now.segment.base()) - now.from;
    }

    /** When nobody appends or works ahead any more. */
    void close() {
        release(current);
        current = null;
        release(ahead.getAndSet(null));
        release(spent.getAndSet(null));
    }

    private static void release(Part part) {
        if (part != null) {
            part.mapping.release();
        }
    }
}
