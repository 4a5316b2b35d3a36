package io.ferrymq.broker.send;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once a minute that sends are refused, and how many were: producers that try again must not fill the log (UP-168). */
final class RefusalLog {
    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
    private static final long INTERVAL_MS = 60_000;

    private final AtomicLong quietUntilMs = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    /** Returns whether it was said now. */
    boolean refused(String topic, String reason, long nowMs) {
        long count = refused.incrementAndGet();
        long until = quietUntilMs.get();
        boolean farAhead = until - nowMs > INTERVAL_MS;
        if ((nowMs < until && !farAhead) || !quietUntilMs.compareAndSet(until, nowMs + INTERVAL_MS)) {
            return false;
        }
        LOG.warn("{} sends refused since the start, the last one to topic {}: {}", count, topic, reason);
        return true;
    }
}
