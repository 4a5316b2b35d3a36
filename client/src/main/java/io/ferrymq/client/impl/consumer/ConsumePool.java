package io.ferrymq.client.impl.consumer;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that call the listener. Grows from the smallest to the greatest number as soon as all are busy, then lets tasks wait, in order;
 * shrinks when threads have been idle.
 */
final class ConsumePool implements Executor {
    private static final long IDLE_MAX_MS = 60_000;

    private final AtomicInteger given = new AtomicInteger();
    private final Backlog backlog = new Backlog();
    private final ThreadPoolExecutor threads;

    ConsumePool(String group, int min, int max) {
        AtomicInteger number = new AtomicInteger();
        threads = new Threads(
                min, max, task -> new Thread(task, "ConsumeMessageThread_" + group + "_" + number.incrementAndGet()));
    }

    @Override
    public void execute(Runnable task) {
        given.incrementAndGet();
        threads.execute(task);
    }

    void resize(int min) {
        threads.setCorePoolSize(min);
    }

    int minSize() {
        return threads.getCorePoolSize();
    }

    /** Threads there are now. */
    int size() {
        return threads.getPoolSize();
    }

    /** Drops what has not begun; listeners that run go on. */
    void stop() {
        threads.shutdown();
        backlog.clear();
    }

    /** Interrupts listeners that still run. */
    void interrupt() {
        threads.shutdownNow();
    }

    private final class Threads extends ThreadPoolExecutor {
        Threads(int min, int max, ThreadFactory factory) {
            super(min, max, IDLE_MAX_MS, TimeUnit.MILLISECONDS, backlog, factory, (task, pool) -> backlog.push(task));
        }

        @Override
        protected void afterExecute(Runnable task, Throwable failure) {
            given.decrementAndGet();
        }
    }

    /** Refuses a task when all threads are busy and there may be more of them: that makes the pool grow. */
    private final class Backlog extends LinkedBlockingQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable task) {
            int size = threads.getPoolSize();
            return (given.get() <= size || size >= threads.getMaximumPoolSize()) && super.offer(task);
        }

        /** The pool could not grow after all, or has been stopped: then the task is dropped. */
        void push(Runnable task) {
            if (threads.isShutdown()) {
                given.decrementAndGet();
            } else {
                super.offer(task);
            }
        }
    }
}
