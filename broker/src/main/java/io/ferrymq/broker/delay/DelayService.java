package io.ferrymq.broker.delay;

import io.ferrymq.common.Clock;
import io.ferrymq.common.topic.TopicValidator;
import io.ferrymq.remoting.protocol.body.DelayOffsetSerializeWrapper;
import io.ferrymq.store.ArrivalListener;
import io.ferrymq.store.Durability;
import io.ferrymq.store.MessageStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers delayed messages at their time (spec: storage 6.1). One thread that sleeps until the next message is due, or until one
 * arrives that is due earlier; with nothing waiting it does not run at all.
 *
 * <p>Progress is kept only once what was delivered is on disk, so that a loss of power delivers twice rather than never.
 */
public final class DelayService implements ArrivalListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DelayService.class);
    private static final long FAILED_RETRY_MS = 10_000;
    private static final long DISK_WAIT_MAX_MS = 30_000;
    private static final long STOP_MAX_SECONDS = 10;

    private final List<LevelQueue> levels = new ArrayList<>();
    private final MessageStore store;
    private final DelayOffsets offsets;
    private final Clock clock;
    private final ScheduledThreadPoolExecutor thread;

    // Written under the monitor. When the thread will run, NEVER while it sleeps for good or runs just now.
    private volatile long nextRunMs = LevelQueue.NEVER;
    private ScheduledFuture<?> nextRun;

    /** @param delaysMs delay of level 1, 2, … */
    public DelayService(MessageStore store, List<Long> delaysMs, DelayOffsets offsets, Clock clock) {
        this.store = store;
        this.offsets = offsets;
        this.clock = clock;
        for (int i = 0; i < delaysMs.size(); i++) {
            levels.add(new LevelQueue(i + 1, delaysMs.get(i), store, offsets));
        }
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread created = new Thread(task, "delay");
            created.setDaemon(true);
            return created;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        thread.setRemoveOnCancelPolicy(true);
    }

    /** @param flushIntervalMs how often progress is kept */
    public void start(long flushIntervalMs) {
        plan(clock.nowMs());
        thread.scheduleWithFixedDelay(this::flush, flushIntervalMs, flushIntervalMs, TimeUnit.MILLISECONDS);
    }

    @Override
    public void onArrival(
            String topic, int queueId, long maxOffset, long tagsCode, long storeTimestampMs, long physicalOffset) {
        // In the schedule topic the tag code is the time of delivery.
        if (tagsCode < nextRunMs && topic.equals(TopicValidator.RMQ_SYS_SCHEDULE_TOPIC)) {
            plan(tagsCode);
        }
    }

    private synchronized void plan(long dueMs) {
        if (dueMs >= nextRunMs || thread.isShutdown()) {
            return;
        }
        nextRunMs = dueMs;
        if (nextRun != null) {
            nextRun.cancel(false);
        }
        nextRun = thread.schedule(this::run, Math.max(0, dueMs - clock.nowMs()), TimeUnit.MILLISECONDS);
    }

    private void run() {
        synchronized (this) {
            // A message that arrives from here on plans a run of its own.
            nextRunMs = LevelQueue.NEVER;
            nextRun = null;
        }
        long nowMs = clock.nowMs();
        try {
            plan(deliverDue(nowMs));
        } catch (RuntimeException e) {
            LOG.error("delivery of delayed messages failed, next try in {} ms", FAILED_RETRY_MS, e);
            plan(nowMs + FAILED_RETRY_MS);
        }
    }

    /**
     * One round over all levels.
     *
     * @return when the next message is due
     */
    long deliverDue(long nowMs) {
        long nextMs = LevelQueue.NEVER;
        for (LevelQueue level : levels) {
            nextMs = Math.min(nextMs, level.deliver(nowMs));
        }
        store.dispatch();
        return nextMs;
    }

    private void flush() {
        DelayOffsetSerializeWrapper reached = offsets.toWrapper();
        store.whenDurable(store.log().logEndOffset(), DISK_WAIT_MAX_MS, outcome -> {
            if (outcome == Durability.DURABLE && !thread.isShutdown()) {
                thread.execute(() -> offsets.write(reached));
            }
        });
    }

    /** Stops delivering and keeps the progress. The store must still be open, and is forced when it is closed. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(STOP_MAX_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("delivery of delayed messages did not stop within {} s", STOP_MAX_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        offsets.write(offsets.toWrapper());
    }
}
