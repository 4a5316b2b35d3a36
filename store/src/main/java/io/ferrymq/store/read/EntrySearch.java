package io.ferrymq.store.read;

import io.ferrymq.store.log.LogScanner;
import io.ferrymq.store.log.RecordView;
import io.ferrymq.store.log.Segments;
import io.ferrymq.store.queue.ConsumeQueue;
import io.ferrymq.store.queue.QueueCursor;
import java.io.IOException;

/**
 * Finds the record that a damaged queue entry stood for: it lies between the records of its undamaged neighbours. Bounded, as it is done by whoever reads;
 * {@code checkStore --repair} mends the entry itself.
 */
final class EntrySearch {
    private static final int NEIGHBOURS_MAX = 256;
    private static final long SCAN_MAX_BYTES = 4 << 20;

    private final Segments segments;
    private final RecordAccess records;

    EntrySearch(Segments segments, RecordAccess records) {
        this.segments = segments;
        this.records = records;
    }

    /** Address of the undamaged record of a queue offset; -1 when it was not found. */
    long find(ConsumeQueue queue, long queueOffset) throws IOException {
        long from = Math.max(records.minOffset(), neighbour(queue, queueOffset, -1));
        long next = neighbour(queue, queueOffset, 1);
        long limit = Math.min(from + SCAN_MAX_BYTES, next < 0 ? records.logEnd() : next);
        byte[] topic = queue.topicUtf8();
        long[] found = {-1};
        new LogScanner(segments).scan(from, limit, true, (record, physicalOffset) -> {
            if (isMeant(record, queue, topic, queueOffset)) {
                found[0] = physicalOffset;
            }
            return found[0] < 0;
        });
        return found[0];
    }

    private static boolean isMeant(RecordView record, ConsumeQueue queue, byte[] topic, long queueOffset) {
        return record.queueOffset() == queueOffset && record.queueId() == queue.queueId() && record.topicIs(topic);
    }

    /** Address of the record of the nearest entry in one direction that leads to what it should; -1 when there is none near. */
    private long neighbour(ConsumeQueue queue, long queueOffset, int step) throws IOException {
        byte[] topic = queue.topicUtf8();
        for (int distance = 1; distance <= NEIGHBOURS_MAX; distance++) {
            long at = queueOffset + (long) step * distance;
            if (at < queue.firstFileOffset() || at >= queue.endOffset()) {
                return -1;
            }
            try (QueueCursor cursor = queue.cursor(at)) {
                if (cursor.isPresent() && !cursor.isFiller() && leadsTo(queue, topic, at, cursor.physicalOffset())) {
                    return cursor.physicalOffset();
                }
            }
        }
        return -1;
    }

    private boolean leadsTo(ConsumeQueue queue, byte[] topic, long queueOffset, long physicalOffset) {
        return records.test(physicalOffset, record -> isMeant(record, queue, topic, queueOffset));
    }
}
