package io.ferrymq.client.impl.producer;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.LocalTransactionState;
import io.ferrymq.common.message.MessageExt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Who knows how transactions ended, and the threads on which it is asked: the application's or, bounded, some of its own. */
public final class TransactionChecks {
    private static final long IDLE_MAX_S = 60;

    private final Function<MessageExt, LocalTransactionState> listener;
    private final ExecutorService users;
    private final int threadsMin;
    private final int threadsMax;
    private final int waitingMax;
    private volatile ExecutorService executor;

    /**
     * @param listener may answer null or throw: both mean that it does not know
     * @param users the application's threads, or null
     * @throws MQClientException when there cannot be so many threads of its own
     */
    public TransactionChecks(
            Function<MessageExt, LocalTransactionState> listener,
            ExecutorService users,
            int threadsMin,
            int threadsMax,
            int waitingMax)
            throws MQClientException {
        if (users == null && (threadsMin < 1 || threadsMax < threadsMin || waitingMax < 1)) {
            throw new MQClientException(
                    "checkThreadPoolMinSize is " + threadsMin + ", checkThreadPoolMaxSize " + threadsMax
                            + ", checkRequestHoldMax " + waitingMax
                            + ": all must be at least 1, and the second not less than the first",
                    null);
        }
        this.listener = listener;
        this.users = users;
        this.threadsMin = threadsMin;
        this.threadsMax = threadsMax;
        this.waitingMax = waitingMax;
    }

    /** @param group names the threads */
    void start(String group) {
        executor = users != null ? users : pool(group);
    }

    private ExecutorService pool(String group) {
        AtomicInteger count = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threadsMin, threadsMax, IDLE_MAX_S, TimeUnit.SECONDS, new LinkedBlockingQueue<>(waitingMax), task -> {
                    Thread thread = new Thread(task, "TransactionCheck_" + group + "_" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** @throws RejectedExecutionException when there is no room, or this has ended */
    void execute(Runnable check) {
        executor.execute(check);
    }

    LocalTransactionState stateOf(MessageExt message) {
        return listener.apply(message);
    }

    /** Ends the own threads; checks under way are finished. */
    void stop() {
        if (users == null && executor != null) {
            executor.shutdown();
        }
    }
}
