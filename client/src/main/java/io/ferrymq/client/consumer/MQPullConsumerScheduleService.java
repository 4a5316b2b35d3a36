package io.ferrymq.client.consumer;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.consumer.Ending;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the application again and again for each queue that is its own, so that it pulls there (client §35): of a group whose members share the
 * queues those that balancing gives it, when broadcasting all. Runs for one queue follow one another, those of several queues may overlap.
 */
@SuppressWarnings("deprecation") // The consumer behind it is the one that the protocol's clients have always had here.
public class MQPullConsumerScheduleService {
    private static final Logger LOG = LoggerFactory.getLogger(MQPullConsumerScheduleService.class);
    private static final int AFTER_FAILURE_MS = 1_000;
    private static final long RUNS_AT_END_MAX_MS = 5_000;

    private final Map<MessageQueue, PullTaskImpl> tasks = new ConcurrentHashMap<>();
    private ConcurrentMap<String, PullTaskCallback> callbackTable = new ConcurrentHashMap<>();
    private DefaultMQPullConsumer defaultMQPullConsumer;
    private int pullThreadNums = 20;
    private volatile ScheduledThreadPoolExecutor threads;
    private final Ending ending = new Ending();

    public MQPullConsumerScheduleService(String consumerGroup) {
        this(consumerGroup, null);
    }

    /** @param rpcHook sees every request; null for none */
    public MQPullConsumerScheduleService(String consumerGroup, RPCHook rpcHook) {
        defaultMQPullConsumer = new DefaultMQPullConsumer(consumerGroup, rpcHook);
        defaultMQPullConsumer.setMessageModel(MessageModel.CLUSTERING);
    }

    /** Starts the consumer, and with it the runs. */
    public synchronized void start() throws MQClientException {
        String group = defaultMQPullConsumer.getConsumerGroup();
        ScheduledThreadPoolExecutor starting =
                new ScheduledThreadPoolExecutor(pullThreadNums, task -> new PullThread(task, "PullTask_" + group));
        starting.setRemoveOnCancelPolicy(true);
        starting.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        threads = starting;
        defaultMQPullConsumer.setMessageQueueListener((topic, all, own) -> putTask(topic, own));
        try {
            defaultMQPullConsumer.start();
        } catch (MQClientException e) {
            starting.shutdown();
            throw e;
        }
        LOG.info("pull tasks of group {} started, topics {}", group, callbackTable.keySet());
    }

    /**
     * Ends the runs, waits up to 5 seconds for those that are under way, so that their positions count, and ends the consumer. In a callback it
     * does not wait: the end comes when the callback has returned.
     */
    public void shutdown() {
        boolean inOwnCall = Thread.currentThread() instanceof PullThread thread && thread.isOf(this);
        if (threads != null) {
            ending.run(defaultMQPullConsumer.getConsumerGroup(), inOwnCall, this::end);
        }
    }

    private void end() {
        synchronized (this) {
            tasks.values().forEach(task -> task.setCancelled(true));
            tasks.clear();
        }
        threads.shutdown();
        try {
            if (!threads.awaitTermination(RUNS_AT_END_MAX_MS, TimeUnit.MILLISECONDS)) {
                LOG.warn("pull tasks still run {} ms after the end, they are no longer waited for", RUNS_AT_END_MAX_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        defaultMQPullConsumer.shutdown();
    }

    /** @param callback called for each queue of the topic; the last one registered for a topic counts */
    public void registerPullTaskCallback(String topic, PullTaskCallback callback) {
        callbackTable.put(topic, callback);
        defaultMQPullConsumer.registerMessageQueueListener(topic, null);
    }

    /** Of the topic exactly these queues are run: called by balancing. */
    public synchronized void putTask(String topic, Set<MessageQueue> mqNewSet) {
        tasks.entrySet().removeIf(one -> {
            boolean gone = one.getKey().getTopic().equals(topic) && !mqNewSet.contains(one.getKey());
            if (gone) {
                one.getValue().setCancelled(true);
            }
            return gone;
        });
        for (MessageQueue queue : mqNewSet) {
            tasks.computeIfAbsent(queue, mq -> {
                PullTaskImpl task = new PullTaskImpl(mq);
                schedule(task, 0);
                return task;
            });
        }
    }

    private void schedule(PullTaskImpl task, long delayMs) {
        ScheduledThreadPoolExecutor now = threads;
        if (now == null) {
            return;
        }
        try {
            now.schedule(task, delayMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException ended) {
            LOG.debug("the pull tasks have ended, {} runs no more", task.getMessageQueue());
        }
    }

    public ConcurrentMap<String, PullTaskCallback> getCallbackTable() {
        return callbackTable;
    }

    /** @param callbackTable topic to callback; before the start */
    public void setCallbackTable(ConcurrentHashMap<String, PullTaskCallback> callbackTable) {
        this.callbackTable = callbackTable;
        callbackTable.keySet().forEach(topic -> defaultMQPullConsumer.registerMessageQueueListener(topic, null));
    }

    /** Threads for the runs. */
    public int getPullThreadNums() {
        return pullThreadNums;
    }

    /** @param pullThreadNums at least 1, before the start */
    public void setPullThreadNums(int pullThreadNums) {
        this.pullThreadNums = pullThreadNums;
    }

    public DefaultMQPullConsumer getDefaultMQPullConsumer() {
        return defaultMQPullConsumer;
    }

    /** @param defaultMQPullConsumer not started yet */
    public void setDefaultMQPullConsumer(DefaultMQPullConsumer defaultMQPullConsumer) {
        callbackTable.keySet().forEach(topic -> defaultMQPullConsumer.registerMessageQueueListener(topic, null));
        this.defaultMQPullConsumer = defaultMQPullConsumer;
    }

    public MessageModel getMessageModel() {
        return defaultMQPullConsumer.getMessageModel();
    }

    public void setMessageModel(MessageModel messageModel) {
        defaultMQPullConsumer.setMessageModel(messageModel);
    }

    private final class PullThread extends Thread {
        PullThread(Runnable task, String name) {
            super(task, name);
        }

        boolean isOf(MQPullConsumerScheduleService service) {
            return MQPullConsumerScheduleService.this == service;
        }
    }

    /** The runs for one queue: each orders the next one, until the queue is another member's. */
    public class PullTaskImpl implements Runnable {
        private final MessageQueue messageQueue;
        private volatile boolean cancelled;

        public PullTaskImpl(MessageQueue messageQueue) {
            this.messageQueue = messageQueue;
        }

        // The border to the application's code: whatever it throws, the next run comes.
        @Override
        @SuppressWarnings("CatchingUnchecked")
        public void run() {
            if (cancelled) {
                return;
            }
            PullTaskContext context = new PullTaskContext();
            context.setPullConsumer(defaultMQPullConsumer);
            PullTaskCallback callback = callbackTable.get(messageQueue.getTopic());
            if (callback == null) {
                LOG.warn(
                        "no callback is registered for topic {}: {} is not pulled",
                        messageQueue.getTopic(),
                        messageQueue);
                return;
            }
            try {
                callback.doPullTask(messageQueue, context);
            } catch (Throwable e) {
                context.setPullNextDelayTimeMillis(AFTER_FAILURE_MS);
                LOG.warn("the pull task for {} failed, it runs again in {} ms", messageQueue, AFTER_FAILURE_MS, e);
            }
            if (!cancelled) {
                schedule(this, Math.max(0, context.getPullNextDelayTimeMillis()));
            }
        }

        public boolean isCancelled() {
            return cancelled;
        }

        /** @param cancelled true: no further run */
        public void setCancelled(boolean cancelled) {
            this.cancelled = cancelled;
        }

        public MessageQueue getMessageQueue() {
            return messageQueue;
        }
    }
}
