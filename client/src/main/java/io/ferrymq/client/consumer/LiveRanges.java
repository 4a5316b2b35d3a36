package io.ferrymq.client.consumer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps settings that are changed while a consumer runs within their ranges. What {@code start()} would refuse is taken as the nearest value that it
 * would not, and told once: with 0 messages to a call, or room for fewer than none, the consumer would stand still without a word.
 */
final class LiveRanges {
    private static final Logger LOG = LoggerFactory.getLogger(LiveRanges.class);

    private final Map<String, Long> told = new ConcurrentHashMap<>();

    /** The value, or the bound that it is beyond. */
    int within(String name, int value, int min, int max) {
        return (int) within(name, (long) value, min, max);
    }

    /** The value, or the bound that it is beyond. */
    long within(String name, long value, long min, long max) {
        if (value >= min && value <= max) {
            return value;
        }
        long taken = Math.max(min, Math.min(value, max));
        Long before = told.put(name, value);
        if (before == null || before != value) {
            LOG.warn("{} is out of range [{}, {}]: {}; {} is taken", name, min, max, value, taken);
        }
        return taken;
    }
}
