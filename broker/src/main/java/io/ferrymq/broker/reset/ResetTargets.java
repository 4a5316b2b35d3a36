package io.ferrymq.broker.reset;

import io.ferrymq.remoting.protocol.header.ResetOffsetRequestHeader;
import io.ferrymq.store.Boundary;
import io.ferrymq.store.QueueReads;
import java.util.Map;
import java.util.TreeMap;

/** Where a reset leads to in each queue. */
final class ResetTargets {
    private final QueueReads queues;

    ResetTargets(QueueReads queues) {
        this.queues = queues;
    }

    /** Why the wanted offset cannot be had; null when it can, or when none is wanted. */
    String refusal(ResetOffsetRequestHeader header) {
        if (!hasExplicitOffset(header)) {
            return null;
        }
        long min = queues.minOffset(header.topic(), header.queueId());
        long max = queues.maxOffset(header.topic(), header.queueId());
        return header.offset() >= min && header.offset() <= max + 1
                ? null
                : "offset " + header.offset() + " of topic " + header.topic() + " queue " + header.queueId()
                        + ", allowed: " + min + " to " + (max + 1);
    }

    private static boolean hasExplicitOffset(ResetOffsetRequestHeader header) {
        return hasQueue(header) && header.offset() != null && header.offset() >= 0;
    }

    private static boolean hasQueue(ResetOffsetRequestHeader header) {
        return header.queueId() != null && header.queueId() >= 0;
    }

    /** Target by queue: of one queue when the request names it, else of all these. */
    Map<Integer, Long> of(ResetOffsetRequestHeader header, int queueNums) {
        if (hasExplicitOffset(header)) {
            return Map.of(header.queueId(), header.offset());
        }
        if (hasQueue(header)) {
            return Map.of(header.queueId(), byTime(header.topic(), header.queueId(), header.timestamp()));
        }
        Map<Integer, Long> targets = new TreeMap<>();
        for (int queueId = 0; queueId < queueNums; queueId++) {
            targets.put(queueId, byTime(header.topic(), queueId, header.timestamp()));
        }
        return targets;
    }

    private long byTime(String topic, int queueId, long timestampMs) {
        return timestampMs < 0
                ? queues.maxOffset(topic, queueId)
                : Math.max(0, queues.offsetByTime(topic, queueId, timestampMs, Boundary.LOWER));
    }
}
