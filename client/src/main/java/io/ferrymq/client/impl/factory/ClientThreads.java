package io.ferrymq.client.impl.factory;

import io.ferrymq.remoting.IoThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of one client instance. All are daemons and those of the pools end when idle. */
final class ClientThreads implements AutoCloseable {
    private static final int IO_THREADS_MAX = 4;
    private static final int WORKERS = 4;
    private static final int WORK_QUEUE_MAX = 10_000;
    private static final long IDLE_MAX_S = 30;

    /** Connections; never blocked. */
    final IoThreads io;
    /** Runs what is due; never blocked. */
    final ScheduledExecutorService timer;
    /** The user's callbacks of asynchronous sends; bounded by the number of sends under way. */
    final CallbackPool callbacks;
    /** Requests of brokers and the storing of positions, which may block. */
    final ExecutorService workers;

    ClientThreads(int callbackThreads) {
        int processors = Runtime.getRuntime().availableProcessors();
        io = new IoThreads("ferrymq-client-io", Math.min(IO_THREADS_MAX, processors));
        timer = Executors.newSingleThreadScheduledExecutor(named("ferrymq-client-timer"));
        callbacks =
                new CallbackPool(pool("ferrymq-client-callback", callbackThreads, Integer.MAX_VALUE), callbackThreads);
        workers = pool("ferrymq-client-worker", WORKERS, WORK_QUEUE_MAX);
    }

    private static ExecutorService pool(String name, int threads, int queueMax) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_MAX_S, TimeUnit.SECONDS, new LinkedBlockingQueue<>(queueMax), named(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Nothing new is begun from here on. */
    void stopTimer() {
        timer.shutdownNow();
    }

    /** Ends the threads in the background: the last events of a loop may take a while, and nobody needs to wait for them. */
    @Override
    public void close() {
        workers.shutdown();
        Thread closing = new Thread(
                () -> {
                    io.close();
                    // After the loops: what they still deliver is still called back.
                    callbacks.shutdown();
                },
                "ferrymq-client-close");
        closing.setDaemon(true);
        closing.start();
    }
}
