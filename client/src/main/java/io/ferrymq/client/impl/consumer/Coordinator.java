package io.ferrymq.client.impl.consumer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that owns which queues a consumer has, and its clock work. Never waits for a peer. It is no daemon: a program whose main
 * method has started a consumer and returned lives on.
 */
final class Coordinator implements Timer, Executor {
    private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

    private final ScheduledThreadPoolExecutor thread;
    private volatile Thread owner;

    Coordinator(String group) {
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            owner = new Thread(task, "ConsumerCoordinator_" + group);
            return owner;
        });
        thread.setRemoveOnCancelPolicy(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        // So that the thread is there before the first task.
        thread.prestartCoreThread();
    }

    /** Whether this is the coordinator's own thread, in a call of the application. */
    boolean isOwnThread() {
        return Thread.currentThread() == owner;
    }

    @Override
    public void execute(Runnable task) {
        after(0, task);
    }

    /**
     * Does a task and returns when it is done: here if this is the coordinator's thread, else there.
     *
     * @throws TimeoutException when the thread was busy for so long, in a listener of the application
     */
    void call(Runnable task, long maxMs) throws TimeoutException, InterruptedException {
        if (isOwnThread() || thread.isShutdown()) {
            task.run();
            return;
        }
        CompletableFuture<Void> done = CompletableFuture.runAsync(task, this);
        try {
            done.get(maxMs, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a task of the consumer failed", e.getCause());
        }
    }

    @Override
    public void after(long delayMs, Runnable task) {
        try {
            thread.schedule(guarded(task), delayMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopped) {
            LOG.debug("the consumer has ended: a task is dropped");
        }
    }

    void every(long firstMs, long periodMs, Runnable task) {
        thread.scheduleWithFixedDelay(guarded(task), firstMs, periodMs, TimeUnit.MILLISECONDS);
    }

    // A task that throws would silently end its own repetition.
    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.error("a task of the consumer failed", e);
            }
        };
    }

    void stop() {
        thread.shutdownNow();
    }
}
