package io.ferrymq.broker.delay;

import io.ferrymq.broker.record.StoredRecord;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.common.topic.TopicValidator;
import io.ferrymq.store.AppendResult;
import io.ferrymq.store.AppendResult.Refused;
import io.ferrymq.store.LogSlices;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import io.ferrymq.store.QueueEntry;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages of one delay level: a queue in which all wait equally long, so that they become due in its order. Used by one thread.
 */
final class LevelQueue {
    /** Nothing waits: the next message will tell. */
    static final long NEVER = Long.MAX_VALUE;

    private static final Logger LOG = LoggerFactory.getLogger(LevelQueue.class);
    private static final String TOPIC = TopicValidator.RMQ_SYS_SCHEDULE_TOPIC;
    private static final int BATCH = 256;
    private static final long RETRY_AFTER_MS = 100;

    private final int level;
    private final long delayMs;
    private final MessageStore store;
    private final DelayOffsets offsets;
    private AppendResult.Refusal lastRefusal;

    LevelQueue(int level, long delayMs, MessageStore store, DelayOffsets offsets) {
        this.level = level;
        this.delayMs = delayMs;
        this.store = store;
        this.offsets = offsets;
    }

    private int queueId() {
        return level - 1;
    }

    /**
     * Delivers what is due, at most one batch, so that other levels get their turn.
     *
     * @return when the next message is due: now, when more is due; {@link #NEVER} when nothing waits
     */
    long deliver(long nowMs) {
        long offset = startOffset();
        List<QueueEntry> entries = store.queues().entries(TOPIC, queueId(), offset, BATCH);
        if (entries.isEmpty()) {
            return NEVER;
        }
        for (QueueEntry entry : entries) {
            // A time further ahead than this level's delay comes from another configuration or clock.
            long dueMs = Math.min(entry.tagsCode(), nowMs + delayMs);
            boolean odd = entry.tagsCode() > nowMs + delayMs;
            if (dueMs > nowMs && !odd) {
                return dueMs;
            }
            if (!deliver(entry)) {
                return nowMs + RETRY_AFTER_MS;
            }
            offsets.put(level, entry.queueOffset() + 1);
        }
        return nowMs;
    }

    // What retention has deleted is skipped, and an offset beyond the end (the log lost its tail) goes back to the end.
    private long startOffset() {
        long offset = offsets.get(level);
        long min = store.queues().minOffset(TOPIC, queueId());
        long max = store.queues().maxOffset(TOPIC, queueId());
        long inside = Math.max(min, Math.min(offset, max));
        if (inside != offset) {
            LOG.warn(
                    "delay level {}: offset {} is outside of its queue, which has {} to {}: goes on at {}",
                    level,
                    offset,
                    min,
                    max,
                    inside);
            offsets.put(level, inside);
        }
        return inside;
    }

    /** False when the store takes nothing now. */
    private boolean deliver(QueueEntry entry) {
        try (LogSlices found = store.log().recordAt(entry.physicalOffset())) {
            if (found.isEmpty()) {
                LOG.error(
                        "delay level {}: message {} at {} cannot be read, it is left out",
                        level,
                        entry.queueOffset(),
                        entry.physicalOffset());
                return true;
            }
            StoredRecord record = StoredRecord.read(found.buffers().get(0));
            String topic = record.properties().get(PropertyName.REAL_TOPIC);
            if (topic == null || topic.equals(TopicValidator.RMQ_SYS_TRANS_HALF_TOPIC)) {
                LOG.error(
                        "delay level {}: message {} at {} has the real topic {}, it is left out",
                        level,
                        entry.queueOffset(),
                        entry.physicalOffset(),
                        topic);
                return true;
            }
            return append(delivered(record, topic));
        }
    }

    /** All as it was sent. The properties keep what made the message wait, which here means nothing any more. */
    private static MessageToStore delivered(StoredRecord record, String topic) {
        return record.copyTo(
                topic,
                record.properties().getInt(PropertyName.REAL_QID, 0),
                record.sysFlag(),
                record.storeHost(),
                record.reconsumeTimes(),
                record.properties());
    }

    private boolean append(MessageToStore message) {
        AppendResult result = store.append(message);
        if (!(result instanceof Refused refused)) {
            lastRefusal = null;
            return true;
        }
        if (refused.reason() != lastRefusal) {
            LOG.warn("delay level {}: delivery waits, the store refuses: {}", level, refused.text());
            lastRefusal = refused.reason();
        }
        boolean never = refused.reason() == AppendResult.Refusal.MESSAGE_TOO_LARGE
                || refused.reason() == AppendResult.Refusal.PROPERTIES_TOO_LARGE
                || refused.reason() == AppendResult.Refusal.TOPIC_TOO_LONG
                || refused.reason() == AppendResult.Refusal.QUEUE_ID_ILLEGAL;
        if (never) {
            LOG.error("delay level {}: a message for topic {} is left out: {}", level, message.topic(), refused.text());
        }
        return never;
    }
}
