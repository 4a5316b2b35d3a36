package io.ferrymq.client.impl.factory;

import io.ferrymq.remoting.AfterRead;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks on the threads of a pool, which take them one after the other as long as there are any. Those that come with one read of an event
 * loop wake a thread together: one by one they would be done before the next comes, and wake a thread each. A thread that leaves tasks behind wakes the
 * next one.
 */
final class CallbackPool implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackPool.class);

    private final ExecutorService threads;
    private final int threadsMax;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger awake = new AtomicInteger();
    private final Runnable drain = this::drain;
    private final Runnable wake = this::wake;

    /** @param threadsMax as many as the pool has */
    CallbackPool(ExecutorService threads, int threadsMax) {
        this.threads = threads;
        this.threadsMax = threadsMax;
    }

    @Override
    public void execute(Runnable task) {
        if (threads.isShutdown()) {
            throw new RejectedExecutionException("this client has ended");
        }
        tasks.add(task);
        if (awake.get() < threadsMax && !AfterRead.postpone(wake)) {
            wake();
        }
    }

    private void wake() {
        int now = awake.get();
        while (now < threadsMax) {
            if (awake.compareAndSet(now, now + 1)) {
                try {
                    threads.execute(drain);
                } catch (RejectedExecutionException ended) {
                    // Ended since it was looked at: what is left runs here, late is better than never.
                    drain();
                }
                return;
            }
            now = awake.get();
        }
    }

    private void drain() {
        boolean wasInterrupted = Thread.interrupted();
        try {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                if (!tasks.isEmpty()) {
                    // This task may block.
                    wake();
                }
                run(task);
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
            awake.decrementAndGet();
            // A task that came between the last look and falling asleep found everybody awake.
            if (!tasks.isEmpty()) {
                wake();
            }
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) { // whatever the application throws, checked exceptions of other languages among it
            LOG.warn("a callback failed", e);
        } finally {
            // It is not meant for the task that comes next on this thread.
            Thread.interrupted();
        }
    }

    /** Nothing new is taken from here on; what was taken is still run. */
    void shutdown() {
        threads.shutdown();
    }
}
