package io.ferrymq.client.consumer;

import io.ferrymq.client.ClientConfig;
import io.ferrymq.client.consumer.listener.MessageListener;
import io.ferrymq.client.consumer.rebalance.AllocateMessageQueueAveragely;
import io.ferrymq.client.consumer.store.OffsetStore;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;

/**
 * Settings of a push consumer. Those of flow control, batches and retries may be changed while it runs; the others count at its start.
 */
public class PushConsumerConfig extends ClientConfig {
    private volatile String consumerGroup = MixAll.DEFAULT_CONSUMER_GROUP;
    private volatile MessageModel messageModel = MessageModel.CLUSTERING;
    private volatile ConsumeFromWhere consumeFromWhere = ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET;
    private volatile String consumeTimestamp = ConsumeTimestamp.halfAnHourAgo();
    private volatile AllocateMessageQueueStrategy allocateMessageQueueStrategy = new AllocateMessageQueueAveragely();
    private volatile MessageListener messageListener;
    private volatile MessageQueueListener messageQueueListener;
    private volatile OffsetStore offsetStore;
    private volatile int consumeThreadMin = 20;
    private volatile int consumeThreadMax = 20;
    private volatile long adjustThreadPoolNumsThreshold = 100_000;
    private volatile int consumeConcurrentlyMaxSpan = 2_000;
    private volatile int pullThresholdForQueue = 1_000;
    private volatile int pullThresholdForTopic = -1;
    private volatile int pullThresholdSizeForQueue = 100;
    private volatile int pullThresholdSizeForTopic = -1;
    private volatile long pullInterval = 0;
    private volatile int consumeMessageBatchMaxSize = 1;
    private volatile int pullBatchSize = 32;
    private volatile int pullBatchSizeInBytes = 262_144;
    private volatile boolean postSubscriptionWhenPull = false;
    private volatile int maxReconsumeTimes = -1;
    private volatile long suspendCurrentQueueTimeMillis = 1_000;
    private volatile long consumeTimeout = 15;
    private volatile long awaitTerminationMillisWhenShutdown = 0;
    private volatile boolean clientRebalance = true;
    private volatile int popThresholdForQueue = 96;
    private volatile long popInvisibleTime = 60_000;
    private volatile int popBatchNums = 32;

    public String getConsumerGroup() {
        return consumerGroup;
    }

    public void setConsumerGroup(String consumerGroup) {
        this.consumerGroup = consumerGroup;
    }

    public MessageModel getMessageModel() {
        return messageModel;
    }

    public void setMessageModel(MessageModel messageModel) {
        this.messageModel = messageModel;
    }

    /** Where a queue starts in which the group has no position yet. */
    public ConsumeFromWhere getConsumeFromWhere() {
        return consumeFromWhere;
    }

    public void setConsumeFromWhere(ConsumeFromWhere consumeFromWhere) {
        this.consumeFromWhere = consumeFromWhere;
    }

    /** Where to start when consumeFromWhere says so: {@code yyyyMMddHHmmss}, local time. */
    public String getConsumeTimestamp() {
        return consumeTimestamp;
    }

    public void setConsumeTimestamp(String consumeTimestamp) {
        this.consumeTimestamp = consumeTimestamp;
    }

    public AllocateMessageQueueStrategy getAllocateMessageQueueStrategy() {
        return allocateMessageQueueStrategy;
    }

    public void setAllocateMessageQueueStrategy(AllocateMessageQueueStrategy allocateMessageQueueStrategy) {
        this.allocateMessageQueueStrategy = allocateMessageQueueStrategy;
    }

    public MessageListener getMessageListener() {
        return messageListener;
    }

    public void setMessageListener(MessageListener messageListener) {
        this.messageListener = messageListener;
    }

    public MessageQueueListener getMessageQueueListener() {
        return messageQueueListener;
    }

    public void setMessageQueueListener(MessageQueueListener messageQueueListener) {
        this.messageQueueListener = messageQueueListener;
    }

    public OffsetStore getOffsetStore() {
        return offsetStore;
    }

    public void setOffsetStore(OffsetStore offsetStore) {
        this.offsetStore = offsetStore;
    }

    public int getConsumeThreadMin() {
        return consumeThreadMin;
    }

    public void setConsumeThreadMin(int consumeThreadMin) {
        this.consumeThreadMin = consumeThreadMin;
    }

    /** Threads that there may be when all are busy. */
    public int getConsumeThreadMax() {
        return consumeThreadMax;
    }

    public void setConsumeThreadMax(int consumeThreadMax) {
        this.consumeThreadMax = consumeThreadMax;
    }

    /** Kept for its name: the pool grows as soon as all threads are busy. */
    public long getAdjustThreadPoolNumsThreshold() {
        return adjustThreadPoolNumsThreshold;
    }

    public void setAdjustThreadPoolNumsThreshold(long adjustThreadPoolNumsThreshold) {
        this.adjustThreadPoolNumsThreshold = adjustThreadPoolNumsThreshold;
    }

    /** Greatest distance of offsets in work of one queue. */
    public int getConsumeConcurrentlyMaxSpan() {
        return consumeConcurrentlyMaxSpan;
    }

    public void setConsumeConcurrentlyMaxSpan(int consumeConcurrentlyMaxSpan) {
        this.consumeConcurrentlyMaxSpan = consumeConcurrentlyMaxSpan;
    }

    /** Messages of one queue that may wait in the client. */
    public int getPullThresholdForQueue() {
        return pullThresholdForQueue;
    }

    public void setPullThresholdForQueue(int pullThresholdForQueue) {
        this.pullThresholdForQueue = pullThresholdForQueue;
    }

    /** The same for all queues of a topic together; -1: no such limit. */
    public int getPullThresholdForTopic() {
        return pullThresholdForTopic;
    }

    public void setPullThresholdForTopic(int pullThresholdForTopic) {
        this.pullThresholdForTopic = pullThresholdForTopic;
    }

    /** MiB of one queue that may wait in the client. */
    public int getPullThresholdSizeForQueue() {
        return pullThresholdSizeForQueue;
    }

    public void setPullThresholdSizeForQueue(int pullThresholdSizeForQueue) {
        this.pullThresholdSizeForQueue = pullThresholdSizeForQueue;
    }

    /** The same for all queues of a topic together; -1: no such limit. */
    public int getPullThresholdSizeForTopic() {
        return pullThresholdSizeForTopic;
    }

    public void setPullThresholdSizeForTopic(int pullThresholdSizeForTopic) {
        this.pullThresholdSizeForTopic = pullThresholdSizeForTopic;
    }

    /** Milliseconds between two pulls that brought messages. */
    public long getPullInterval() {
        return pullInterval;
    }

    public void setPullInterval(long pullInterval) {
        this.pullInterval = pullInterval;
    }

    /** Messages in one call of the listener; a pull brings at most {@code pullBatchSize}. */
    public int getConsumeMessageBatchMaxSize() {
        return consumeMessageBatchMaxSize;
    }

    public void setConsumeMessageBatchMaxSize(int consumeMessageBatchMaxSize) {
        this.consumeMessageBatchMaxSize = consumeMessageBatchMaxSize;
    }

    public int getPullBatchSize() {
        return pullBatchSize;
    }

    public void setPullBatchSize(int pullBatchSize) {
        this.pullBatchSize = pullBatchSize;
    }

    public int getPullBatchSizeInBytes() {
        return pullBatchSizeInBytes;
    }

    public void setPullBatchSizeInBytes(int pullBatchSizeInBytes) {
        this.pullBatchSizeInBytes = pullBatchSizeInBytes;
    }

    public boolean isPostSubscriptionWhenPull() {
        return postSubscriptionWhenPull;
    }

    public void setPostSubscriptionWhenPull(boolean postSubscriptionWhenPull) {
        this.postSubscriptionWhenPull = postSubscriptionWhenPull;
    }

    /** Attempts after which a message is a dead letter; -1: 16, and for ordered consumption no end. */
    public int getMaxReconsumeTimes() {
        return maxReconsumeTimes;
    }

    public void setMaxReconsumeTimes(int maxReconsumeTimes) {
        this.maxReconsumeTimes = maxReconsumeTimes;
    }

    public long getSuspendCurrentQueueTimeMillis() {
        return suspendCurrentQueueTimeMillis;
    }

    public void setSuspendCurrentQueueTimeMillis(long suspendCurrentQueueTimeMillis) {
        this.suspendCurrentQueueTimeMillis = suspendCurrentQueueTimeMillis;
    }

    /** Minutes that the listener may take before its message goes to the retry topic. */
    public long getConsumeTimeout() {
        return consumeTimeout;
    }

    public void setConsumeTimeout(long consumeTimeout) {
        this.consumeTimeout = consumeTimeout;
    }

    /** How long the end waits for listeners that run; 0: 10 seconds. */
    public long getAwaitTerminationMillisWhenShutdown() {
        return awaitTerminationMillisWhenShutdown;
    }

    public void setAwaitTerminationMillisWhenShutdown(long awaitTerminationMillisWhenShutdown) {
        this.awaitTerminationMillisWhenShutdown = awaitTerminationMillisWhenShutdown;
    }

    /** Whether members share the queues out themselves. This version knows no other way: false is named in a warning at the start. */
    public boolean isClientRebalance() {
        return clientRebalance;
    }

    public void setClientRebalance(boolean clientRebalance) {
        this.clientRebalance = clientRebalance;
    }

    /** Popped messages of one queue that may wait for their end, 1 to 65,535. Kept for its name: this version does not pop. */
    public int getPopThresholdForQueue() {
        return popThresholdForQueue;
    }

    public void setPopThresholdForQueue(int popThresholdForQueue) {
        this.popThresholdForQueue = popThresholdForQueue;
    }

    /** Milliseconds until a popped message without an end comes again, 5,000 to 300,000. Kept for its name: this version does not pop. */
    public long getPopInvisibleTime() {
        return popInvisibleTime;
    }

    public void setPopInvisibleTime(long popInvisibleTime) {
        this.popInvisibleTime = popInvisibleTime;
    }

    /** Messages of one pop, 1 to 32. Kept for its name: this version does not pop. */
    public int getPopBatchNums() {
        return popBatchNums;
    }

    public void setPopBatchNums(int popBatchNums) {
        this.popBatchNums = popBatchNums;
    }
}
