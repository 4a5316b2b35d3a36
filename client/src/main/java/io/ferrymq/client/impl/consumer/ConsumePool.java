package io.ferrymq.client.impl.consumer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that call the listener. What a pull brought is one job of many pieces, begun in order, and each thread takes the next piece. A
 * thread that takes one while more wait sees to it that another thread is on its way, but never two: a listener that blocks soon has all threads at
 * work, and one that is quick costs hardly a wake-up per pull. Grows up to the greatest number when none is idle; shrinks to the smallest when
 * threads have been idle.
 *
 * <p>No piece is left lying: whoever adds one looks for a thread on its way after it has been added, and that thread says that it is there before it looks
 * for pieces.
 */
final class ConsumePool implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumePool.class);
    private static final long IDLE_MAX_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final String group;
    private final int max;
    private final Queue<Job> jobs = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean onTheWay = new AtomicBoolean();
    // Guarded by the deque's monitor; the counts are also read without it.
    private final Deque<Worker> idle = new ArrayDeque<>();
    private final Set<Worker> workers = new HashSet<>();
    private volatile int idleCount;
    private volatile int size;
    private volatile int min;
    private volatile boolean stopped;
    private int started;

    ConsumePool(String group, int min, int max) {
        this.group = group;
        this.min = min;
        this.max = max;
    }

    /** Counts the pieces that are taken. */
    private static final class Job extends AtomicInteger {
        private static final long serialVersionUID = 1L;
        private final transient IntConsumer piece;
        private final int count;

        Job(int count, IntConsumer piece) {
            this.count = count;
            this.piece = piece;
        }
    }

    @Override
    public void execute(Runnable task) {
        execute(1, number -> task.run());
    }

    /** Runs a piece for each number below {@code count}, begun in their order, as many at a time as there are threads. */
    void execute(int count, IntConsumer piece) {
        jobs.add(new Job(count, piece));
        if (stopped) {
            jobs.clear();
        } else {
            callWorker();
        }
    }

    void resize(int newMin) {
        min = newMin;
    }

    int minSize() {
        return min;
    }

    /** Threads there are now. */
    int size() {
        return size;
    }

    /** Whether this is one of its threads, in a call of the listener. */
    boolean isOwnThread() {
        return Thread.currentThread() instanceof Worker worker && worker.isOf(this);
    }

    boolean isStopped() {
        return stopped;
    }

    /** Drops what has not begun; listeners that run go on. */
    void stop() {
        stopped = true;
        jobs.clear();
        synchronized (idle) {
            for (Worker worker : idle) {
                worker.wake();
            }
            idle.clear();
            idleCount = 0;
        }
    }

    /** Interrupts listeners that still run. */
    void interrupt() {
        stop();
        synchronized (idle) {
            workers.forEach(Thread::interrupt);
        }
    }

    private void callWorker() {
        while (mayCall() && !jobs.isEmpty() && onTheWay.compareAndSet(false, true)) {
            boolean called = false;
            try {
                called = wakeOne();
            } finally {
                if (!called) {
                    // Others may have relied on the one that was not there.
                    onTheWay.set(false);
                }
            }
            if (called) {
                return;
            }
        }
    }

    private boolean mayCall() {
        return idleCount > 0 || (size < max && !stopped);
    }

    private boolean wakeOne() {
        Worker worker;
        boolean isNew = false;
        synchronized (idle) {
            worker = idle.pollLast();
            if (worker != null) {
                idleCount = idle.size();
            } else if (size < max && !stopped) {
                isNew = true;
                worker = new Worker("ConsumeMessageThread_" + group + "_" + ++started);
                workers.add(worker);
                size = workers.size();
            } else {
                return false;
            }
        }
        if (isNew) {
            start(worker);
        } else {
            worker.wake();
        }
        return true;
    }

    /** The system may have no thread left to give. */
    private void start(Worker worker) {
        boolean runs = false;
        try {
            worker.start();
            runs = true;
        } finally {
            if (!runs) {
                remove(worker);
            }
        }
    }

    private void remove(Worker worker) {
        synchronized (idle) {
            workers.remove(worker);
            size = workers.size();
        }
    }

    private final class Worker extends Thread {
        private volatile boolean woken;

        Worker(String name) {
            super(name);
            setDaemon(true);
        }

        private boolean isOf(ConsumePool pool) {
            return ConsumePool.this == pool;
        }

        private void wake() {
            woken = true;
            LockSupport.unpark(this);
        }

        @Override
        public void run() {
            onTheWay.set(false);
            do {
                work();
            } while (!stopped && awaitWork());
            remove(this);
            // A piece may have come that counted on this thread.
            callWorker();
        }

        private void work() {
            for (Job job = jobs.peek(); job != null && !stopped; job = jobs.peek()) {
                int number = job.getAndIncrement();
                if (number >= job.count - 1) {
                    jobs.remove(job);
                }
                if (number < job.count) {
                    callWorker();
                    run(job, number);
                }
            }
        }

        // A thread's edge: a listener's exceptions are its answers, so this is a fault of our own.
        @SuppressWarnings("CatchingUnchecked")
        private void run(Job job, int number) {
            try {
                job.piece.accept(number);
            } catch (Throwable e) {
                LOG.error("group {}: messages could not be given to the listener", group, e);
            }
            if (!stopped) {
                // What the listener left must not disturb the next one.
                Thread.interrupted();
            }
        }

        /** False when the thread is no longer needed. */
        private boolean awaitWork() {
            woken = false;
            synchronized (idle) {
                idle.addLast(this);
                idleCount = idle.size();
            }
            if ((!jobs.isEmpty() || stopped) && leaveIdle()) {
                return true;
            }
            long sinceNanos = System.nanoTime();
            while (!woken) {
                LockSupport.parkNanos(this, IDLE_MAX_NANOS);
                boolean tooLong = size > min && System.nanoTime() - sinceNanos >= IDLE_MAX_NANOS;
                if (!woken && tooLong && leaveIdle()) {
                    return false;
                }
            }
            onTheWay.set(false);
            return true;
        }

        /** False when another thread has called this one meanwhile. */
        private boolean leaveIdle() {
            synchronized (idle) {
                boolean left = idle.remove(this);
                idleCount = idle.size();
                return left;
            }
        }
    }
}
