package io.ferrymq.namesrv.route;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread that changes the route table. Requests wait here up to a limit; ends of connections and timers always get in. */
public final class RouteLoop implements Executor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RouteLoop.class);
    private static final long CLOSE_WAIT_MS = 3_000;

    private final ScheduledThreadPoolExecutor thread;
    private final AtomicInteger waiting = new AtomicInteger();
    private final int waitingMax;

    /** @param waitingMax requests that may wait */
    public RouteLoop(String name, int waitingMax) {
        this.waitingMax = waitingMax;
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
        thread.setRemoveOnCancelPolicy(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** A request's work; refused when too many wait. */
    @Override
    public void execute(Runnable task) {
        if (waiting.incrementAndGet() > waitingMax) {
            waiting.decrementAndGet();
            throw new RejectedExecutionException("more than " + waitingMax + " requests wait");
        }
        try {
            thread.execute(() -> {
                waiting.decrementAndGet();
                task.run();
            });
        } catch (RejectedExecutionException closed) {
            waiting.decrementAndGet();
            throw closed;
        }
    }

    /** Something that happened and must not be lost. Dropped only when the loop is closed: nobody asks any more then. */
    public void post(Runnable event) {
        try {
            thread.execute(() -> guarded(event));
        } catch (RejectedExecutionException closed) {
            LOG.debug("event after the end: {}", closed.getMessage());
        }
    }

    public void every(long firstMs, long periodMs, Runnable task) {
        thread.scheduleWithFixedDelay(() -> guarded(task), firstMs, periodMs, TimeUnit.MILLISECONDS);
    }

    /** The thread's edge: a failing event must not end the timers. */
    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("route table event failed", e);
        }
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_WAIT_MS, TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
