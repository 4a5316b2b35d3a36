package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.Clock;
import io.ferrymq.remoting.protocol.body.ConsumeStatus;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Times and rates of pulls and listener calls, by topic: of the last minute, failures of the last hour too. */
final class ConsumerStats {
    private static final double MS_PER_SECOND = 1000.0;

    private final Clock clock;
    private final Map<String, TopicStats> topics = new ConcurrentHashMap<>();

    ConsumerStats(Clock clock) {
        this.clock = clock;
    }

    private static final class TopicStats {
        final RollingSum pullTimes = minute();
        final RollingSum pulled = minute();
        final RollingSum consumeTimes = minute();
        final RollingSum consumed = minute();
        final RollingSum failed = minute();
        final RollingSum failedInHour = new RollingSum(60_000, 60);

        private static RollingSum minute() {
            return new RollingSum(5_000, 12);
        }
    }

    void pulled(String topic, int messages, long tookMs) {
        TopicStats stats = of(topic);
        long nowMs = clock.nowMs();
        stats.pullTimes.add(nowMs, tookMs, 1);
        stats.pulled.add(nowMs, messages, messages);
    }

    void consumed(String topic, int succeeded, int failed, long tookMs) {
        TopicStats stats = of(topic);
        long nowMs = clock.nowMs();
        stats.consumeTimes.add(nowMs, tookMs, 1);
        if (succeeded > 0) {
            stats.consumed.add(nowMs, succeeded, succeeded);
        }
        if (failed > 0) {
            stats.failed.add(nowMs, failed, failed);
            stats.failedInHour.add(nowMs, failed, failed);
        }
    }

    ConsumeStatus status(String topic) {
        TopicStats stats = topics.get(topic);
        if (stats == null) {
            return new ConsumeStatus(0, 0, 0, 0, 0, 0);
        }
        long nowMs = clock.nowMs();
        return new ConsumeStatus(
                average(stats.pullTimes, nowMs),
                perSecond(stats.pulled, nowMs),
                average(stats.consumeTimes, nowMs),
                perSecond(stats.consumed, nowMs),
                perSecond(stats.failed, nowMs),
                stats.failedInHour.sum(nowMs));
    }

    private static double average(RollingSum times, long nowMs) {
        long count = times.count(nowMs);
        return count == 0 ? 0 : (double) times.sum(nowMs) / count;
    }

    private static double perSecond(RollingSum events, long nowMs) {
        return events.sum(nowMs) * MS_PER_SECOND / events.windowMs();
    }

    private TopicStats of(String topic) {
        TopicStats known = topics.get(topic);
        return known != null ? known : topics.computeIfAbsent(topic, name -> new TopicStats());
    }
}
