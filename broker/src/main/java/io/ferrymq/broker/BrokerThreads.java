package io.ferrymq.broker;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.NetworkKeys;
import io.ferrymq.remoting.IoThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a broker besides the store's own.
 *
 * @param io event loops: every request that does not block
 * @param replication the one event loop of the links to slaves, or to the master: it may read old parts of the log from the disk
 * @param workers requests that may wait for the disk or for a peer; ended when idle
 * @param files writes of state files
 * @param ticker periodic work that does not take long
 */
record BrokerThreads(
        IoThreads io,
        IoThreads replication,
        ThreadPoolExecutor workers,
        ExecutorService files,
        ScheduledExecutorService ticker)
        implements AutoCloseable {
    private static final int WORKER_IDLE_S = 30;
    private static final int END_TIMEOUT_S = 5;

    static BrokerThreads start(BrokerConfig config) {
        int loops = config.get(NetworkKeys.SERVER_SELECTOR_THREADS);
        int workerCount = config.get(NetworkKeys.ADMIN_BROKER_THREAD_POOL_NUMS);
        ThreadPoolExecutor workers = new ThreadPoolExecutor(
                workerCount,
                workerCount,
                WORKER_IDLE_S,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(config.get(NetworkKeys.ADMIN_BROKER_THREAD_POOL_QUEUE_CAPACITY)),
                named("ferrymq-worker"));
        workers.allowCoreThreadTimeOut(true);
        return new BrokerThreads(
                new IoThreads("ferrymq-io", loops == 0 ? Runtime.getRuntime().availableProcessors() : loops),
                new IoThreads("ferrymq-ha", 1),
                workers,
                Executors.newSingleThreadExecutor(named("ferrymq-files")),
                Executors.newSingleThreadScheduledExecutor(named("ferrymq-ticker")));
    }

    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Lets nothing new begin and waits for what runs. */
    void endWork() {
        ticker.shutdown();
        workers.shutdown();
        files.shutdown();
        await(ticker);
        await(workers);
        await(files);
    }

    private static void await(ExecutorService executor) {
        try {
            if (!executor.awaitTermination(END_TIMEOUT_S, TimeUnit.SECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        endWork();
        replication.close();
        io.close();
    }
}
