package io.ferrymq.broker.consuming;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Threads that the broker lends.
 *
 * @param background for what happens at intervals: short work, may write small files
 * @param workers for requests that may wait for the disk; refuses when too many wait
 */
public record WorkThreads(ScheduledExecutorService background, Executor workers) {
    public WorkThreads {
        Objects.requireNonNull(background, "background");
        Objects.requireNonNull(workers, "workers");
    }
}
