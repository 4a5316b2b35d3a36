package io.ferrymq.store.engine;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store's timed work: short steps on {@code store-tick}, which never waits for the disk, long ones on {@code store-clean}.
 */
final class StoreThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoreThreads.class);

    private final ScheduledExecutorService tick = Executors.newSingleThreadScheduledExecutor(named("store-tick"));
    private final ScheduledExecutorService clean = Executors.newSingleThreadScheduledExecutor(named("store-clean"));

    private static ThreadFactory named(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** A step that may fail. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    /** For short steps that are due now and then only. */
    ScheduledExecutorService ticks() {
        return tick;
    }

    void everyTick(String what, long intervalMs, Step step) {
        tick.scheduleWithFixedDelay(() -> guarded(what, step), intervalMs, intervalMs, TimeUnit.MILLISECONDS);
    }

    void everyRound(String what, long intervalMs, Step step) {
        clean.scheduleWithFixedDelay(() -> guarded(what, step), intervalMs, intervalMs, TimeUnit.MILLISECONDS);
    }

    /** The edge of a thread: a failed step is told and tried again at its next time. */
    private static void guarded(String what, Step step) {
        try {
            step.run();
        } catch (Exception e) {
            LOG.error("{} failed", what, e);
        }
    }

    @Override
    public void close() {
        for (ScheduledExecutorService executor : List.of(tick, clean)) {
            // Not shutdownNow: an interrupt would close the file that is being forced.
            executor.shutdown();
            try {
                executor.awaitTermination(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
