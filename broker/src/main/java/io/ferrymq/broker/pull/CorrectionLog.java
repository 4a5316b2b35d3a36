package io.ferrymq.broker.pull;

import io.ferrymq.common.Clock;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.ReadStatus;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says when a group is told to go on elsewhere than where it asked: once a minute for each queue, however often it asks. */
final class CorrectionLog {
    private static final Logger LOG = LoggerFactory.getLogger(CorrectionLog.class);
    private static final long INTERVAL_MS = 60_000;
    private static final int KEPT_MAX = 10_000;

    private final Map<Key, Long> saidMs = new ConcurrentHashMap<>();
    private final Clock clock;

    private record Key(String group, String topic, int queueId) {}

    CorrectionLog(Clock clock) {
        this.clock = clock;
    }

    void moved(PullMessageRequestHeader header, ReadResult result) {
        long nowMs = clock.nowMs();
        Key key = new Key(header.consumerGroup(), header.topic(), header.queueId());
        Long before = saidMs.get(key);
        if (before != null && nowMs - before < INTERVAL_MS) {
            return;
        }
        if (saidMs.size() >= KEPT_MAX) {
            saidMs.clear();
        }
        saidMs.put(key, nowMs);
        boolean beyondEnd = result.status() == ReadStatus.OFFSET_OVERFLOW_BADLY;
        LOG.warn(
                "group {} asked for offset {} of topic {} queue {}, which has {} to {}: told to go on at {} ({})",
                header.consumerGroup(),
                header.queueOffset(),
                header.topic(),
                header.queueId(),
                result.minOffset(),
                result.maxOffset(),
                result.nextBeginOffset(),
                beyondEnd ? "beyond the end" : "no longer there");
    }
}
