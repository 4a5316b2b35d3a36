package io.ferrymq.distribution.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Threads that each repeat one step until there is nothing more to do. */
final class Workers {
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger working;

    /** One step of one thread. */
    interface Step {
        /** @return false when it was the last one */
        boolean run() throws InterruptedException;
    }

    /**
     * Starts the threads.
     *
     * @param perSecond steps a second of all threads together, 0 for no limit
     * @param allDone run when the last thread has come to its end
     */
    Workers(int count, double perSecond, Step step, Runnable allDone) {
        working = new AtomicInteger(count);
        long intervalNanos = perSecond == 0 ? 0 : (long) (count * TimeUnit.SECONDS.toNanos(1) / perSecond);
        for (int i = 0; i < count; i++) {
            long offsetNanos = intervalNanos * i / count;
            Thread thread = new Thread(
                    () -> {
                        repeat(step, intervalNanos, offsetNanos);
                        if (working.decrementAndGet() == 0) {
                            allDone.run();
                        }
                    },
                    "mqbench-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private static void repeat(Step step, long intervalNanos, long offsetNanos) {
        long dueNanos = System.nanoTime() + offsetNanos;
        try {
            while (step.run()) {
                if (intervalNanos == 0) {
                    continue;
                }
                dueNanos += intervalNanos;
                for (long wait = dueNanos - System.nanoTime(); wait > 0; wait = dueNanos - System.nanoTime()) {
                    LockSupport.parkNanos(wait);
                    if (Thread.interrupted()) {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            // Told to stop in the middle of a step: that is the end.
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the steps under way, then interrupts what still works. */
    void finish(long maxMs) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(maxMs);
        for (Thread thread : threads) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            thread.join(Math.max(1, leftMs));
            thread.interrupt();
        }
    }
}
