package io.ferrymq.client.impl.consumer;

import java.util.HashMap;
import java.util.Map;

/** Keeps one cause that hits many queues from filling the log: each is told once a minute. Thread-safe. */
final class Complaints {
    private static final long INTERVAL_MS = 60_000;
    private static final int CAUSES_MAX = 1_000;

    private final Map<String, Long> lastMs = new HashMap<>();

    /** Whether it is time to tell of this cause. */
    synchronized boolean isDue(String cause, long nowMs) {
        Long last = lastMs.get(cause);
        if (last != null && nowMs - last < INTERVAL_MS) {
            return false;
        }
        if (lastMs.size() >= CAUSES_MAX) {
            lastMs.clear();
        }
        lastMs.put(cause, nowMs);
        return true;
    }
}
