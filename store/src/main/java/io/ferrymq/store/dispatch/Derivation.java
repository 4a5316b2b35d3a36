package io.ferrymq.store.dispatch;

import io.ferrymq.store.ArrivalListener;
import io.ferrymq.store.index.KeyIndex;
import io.ferrymq.store.queue.ConsumeQueue;
import io.ferrymq.store.queue.ConsumeQueue.PutOutcome;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is derived from records: entries of queues and of the index, and word to those who wait. Under the dispatch lock. */
public final class Derivation {
    private static final Logger LOG = LoggerFactory.getLogger(Derivation.class);

    private final KeyIndex index;
    private final boolean indexEnabled;
    private final ArrivalListener arrivals;
    private final Extender extender;
    private volatile long lastTimestampMs;

    public Derivation(
            KeyIndex index, boolean indexEnabled, ArrivalListener arrivals, Extender extender, long lastTimestampMs) {
        this.extender = extender;
        this.index = index;
        this.indexEnabled = indexEnabled;
        this.arrivals = arrivals;
        this.lastTimestampMs = lastTimestampMs;
    }

    void key(int javaHash, long physicalOffset, long storeTimestampMs) throws IOException {
        if (indexEnabled && !index.isBehind(physicalOffset)) {
            index.put(javaHash, physicalOffset, storeTimestampMs);
        }
    }

    void entry(
            ConsumeQueue queue,
            long queueOffset,
            long physicalOffset,
            int sizeBytes,
            long tagsCode,
            long storeTimestampMs)
            throws IOException {
        if (queue.isDeleted()) {
            return;
        }
        PutOutcome outcome = queue.put(
                queueOffset,
                physicalOffset,
                sizeBytes,
                extender.tagsCode(queue, queueOffset, physicalOffset, tagsCode, storeTimestampMs));
        if (outcome == PutOutcome.PUT) {
            arrivals.onArrival(
                    queue.topic(), queue.queueId(), queueOffset + 1, tagsCode, storeTimestampMs, physicalOffset);
        } else if (outcome == PutOutcome.REFUSED) {
            LOG.error(
                    "{}/{}: the record at {} claims queue offset {}, which is not free (end {}); left out",
                    queue.topic(),
                    queue.queueId(),
                    physicalOffset,
                    queueOffset,
                    queue.endOffset());
        }
    }

    void done(long end, long storeTimestampMs) {
        lastTimestampMs = storeTimestampMs;
    }

    /** Store time of the record that was dispatched last. */
    public long lastTimestampMs() {
        return lastTimestampMs;
    }
}
