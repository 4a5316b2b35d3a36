package io.ferrymq.store.log;

import io.ferrymq.common.Clock;

/** Store times of messages: they never decrease while the process runs, whatever the clock does. Used under the append lock. */
public final class StoreTimes {
    private final Clock clock;
    private long lastMs;

    /** @param lastMs the store time of the newest record there is */
    public StoreTimes(Clock clock, long lastMs) {
        this.clock = clock;
        this.lastMs = lastMs;
    }

    long nextMs() {
        lastMs = Math.max(lastMs, clock.nowMs());
        return lastMs;
    }
}
