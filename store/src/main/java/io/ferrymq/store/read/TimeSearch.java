package io.ferrymq.store.read;

import io.ferrymq.store.Boundary;
import io.ferrymq.store.queue.ConsumeQueue;
import java.io.IOException;

/** Finds a queue offset by store time, by halving: store times grow along a queue. */
final class TimeSearch {
    private final RecordAccess records;

    TimeSearch(RecordAccess records) {
        this.records = records;
    }

    long find(ConsumeQueue queue, long timestampMs, Boundary boundary) throws IOException {
        long min = queue.minOffset();
        long end = queue.endOffset();
        if (boundary == Boundary.LOWER) {
            return firstNotBefore(queue, min, end, timestampMs);
        }
        // The last one at or before a time stands before the first one after it.
        long after = timestampMs == Long.MAX_VALUE ? end : firstNotBefore(queue, min, end, timestampMs + 1);
        return Math.max(min, after - 1);
    }

    private long firstNotBefore(ConsumeQueue queue, long from, long end, long timestampMs) throws IOException {
        long low = from;
        long high = end;
        while (low < high) {
            long middle = (low + high) >>> 1;
            long known = middle;
            long time = timeAt(queue, known);
            // Offsets without a readable record say nothing: the next one that has one stands for them.
            while (time < 0 && known + 1 < high) {
                time = timeAt(queue, ++known);
            }
            if (time < 0 || time >= timestampMs) {
                high = middle;
            } else {
                low = known + 1;
            }
        }
        return low;
    }

    private long timeAt(ConsumeQueue queue, long offset) throws IOException {
        return records.storeTimestampMs(queue.physicalOffsetAt(offset));
    }
}
