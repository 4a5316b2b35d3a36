package io.ferrymq.client.consumer;

import io.ferrymq.client.ClientConfig;
import io.ferrymq.client.consumer.rebalance.AllocateMessageQueueAveragely;
import io.ferrymq.client.consumer.store.OffsetStore;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;

/**
 * Settings of a lite pull consumer (client §34). Those of commits, batches, thresholds and times may be changed while it runs; the others count
 * at its start.
 */
public class LitePullConsumerConfig extends ClientConfig {
    private static final long AUTO_COMMIT_INTERVAL_MIN_MS = 1_000;

    private volatile String consumerGroup = MixAll.DEFAULT_CONSUMER_GROUP;
    private volatile MessageModel messageModel = MessageModel.CLUSTERING;
    private volatile ConsumeFromWhere consumeFromWhere = ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET;
    private volatile String consumeTimestamp = ConsumeTimestamp.halfAnHourAgo();
    private volatile AllocateMessageQueueStrategy allocateMessageQueueStrategy = new AllocateMessageQueueAveragely();
    private volatile MessageQueueListener messageQueueListener;
    private volatile OffsetStore offsetStore;
    private volatile boolean autoCommit = true;
    private volatile long autoCommitIntervalMillis = 5_000;
    private volatile int pullThreadNums = 20;
    private volatile int pullBatchSize = 10;
    private volatile long pullThresholdForAll = 10_000;
    private volatile int consumeMaxSpan = 2_000;
    private volatile int pullThresholdForQueue = 1_000;
    private volatile int pullThresholdSizeForQueue = 100;
    private volatile long pollTimeoutMillis = 5_000;
    private volatile long consumerPullTimeoutMillis = 10_000;
    private volatile long consumerTimeoutMillisWhenSuspend = 30_000;
    private volatile long topicMetadataCheckIntervalMillis = 30_000;
    private volatile boolean connectBrokerByUser = false;
    private volatile long defaultBrokerId = MixAll.MASTER_ID;

    /** How long a broker holds an answer back while there is no message, in milliseconds: 20,000. */
    public long getBrokerSuspendMaxTimeMillis() {
        return 20_000;
    }

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

    /** @param consumeFromWhere the end, the beginning, or {@code consumeTimestamp}; the deprecated ones are refused */
    public void setConsumeFromWhere(ConsumeFromWhere consumeFromWhere) {
        switch (consumeFromWhere) {
            case CONSUME_FROM_LAST_OFFSET, CONSUME_FROM_FIRST_OFFSET, CONSUME_FROM_TIMESTAMP ->
                this.consumeFromWhere = consumeFromWhere;
            default ->
                throw new IllegalArgumentException("Invalid ConsumeFromWhere Value " + consumeFromWhere
                        + ": a lite pull consumer starts at CONSUME_FROM_LAST_OFFSET, CONSUME_FROM_FIRST_OFFSET or"
                        + " CONSUME_FROM_TIMESTAMP");
        }
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

    public MessageQueueListener getMessageQueueListener() {
        return messageQueueListener;
    }

    /** @param messageQueueListener hears of each topic that has none of its own, given to subscribe; null for nobody */
    public void setMessageQueueListener(MessageQueueListener messageQueueListener) {
        this.messageQueueListener = messageQueueListener;
    }

    /** Where committed positions are kept; null before the start unless the application has set its own. */
    public OffsetStore getOffsetStore() {
        return offsetStore;
    }

    public void setOffsetStore(OffsetStore offsetStore) {
        this.offsetStore = offsetStore;
    }

    public boolean isAutoCommit() {
        return autoCommit;
    }

    /** @param autoCommit whether polls, giving away a queue, and the end commit what was handed out */
    public void setAutoCommit(boolean autoCommit) {
        this.autoCommit = autoCommit;
    }

    /** Milliseconds between two automatic commits. */
    public long getAutoCommitIntervalMillis() {
        return autoCommitIntervalMillis;
    }

    /** @param autoCommitIntervalMillis at least 1,000: less changes nothing */
    public void setAutoCommitIntervalMillis(long autoCommitIntervalMillis) {
        if (autoCommitIntervalMillis >= AUTO_COMMIT_INTERVAL_MIN_MS) {
            this.autoCommitIntervalMillis = autoCommitIntervalMillis;
        }
    }

    /** Kept for its name: pulls need no threads of their own. */
    public int getPullThreadNums() {
        return pullThreadNums;
    }

    public void setPullThreadNums(int pullThreadNums) {
        this.pullThreadNums = pullThreadNums;
    }

    /** Messages that one pull, and so one poll, brings at most. */
    public int getPullBatchSize() {
        return pullBatchSize;
    }

    /** @param pullBatchSize 1 to 1,024 */
    public void setPullBatchSize(int pullBatchSize) {
        this.pullBatchSize = pullBatchSize;
    }

    /** Messages that may wait in the client, of all queues that are not paused, before no more is pulled. */
    public long getPullThresholdForAll() {
        return pullThresholdForAll;
    }

    public void setPullThresholdForAll(long pullThresholdForAll) {
        this.pullThresholdForAll = pullThresholdForAll;
    }

    /** Greatest distance of offsets of one queue in the client. */
    public int getConsumeMaxSpan() {
        return consumeMaxSpan;
    }

    public void setConsumeMaxSpan(int consumeMaxSpan) {
        this.consumeMaxSpan = consumeMaxSpan;
    }

    /** Messages of one queue that may wait in the client. */
    public int getPullThresholdForQueue() {
        return pullThresholdForQueue;
    }

    public void setPullThresholdForQueue(int pullThresholdForQueue) {
        this.pullThresholdForQueue = pullThresholdForQueue;
    }

    /** MiB of one queue that may wait in the client. */
    public int getPullThresholdSizeForQueue() {
        return pullThresholdSizeForQueue;
    }

    public void setPullThresholdSizeForQueue(int pullThresholdSizeForQueue) {
        this.pullThresholdSizeForQueue = pullThresholdSizeForQueue;
    }

    /** Milliseconds that a poll without a time of its own waits for messages. */
    public long getPollTimeoutMillis() {
        return pollTimeoutMillis;
    }

    /** @param pollTimeoutMillis at least 0 */
    public void setPollTimeoutMillis(long pollTimeoutMillis) {
        this.pollTimeoutMillis = pollTimeoutMillis;
    }

    /** Kept for its name: each pull of this consumer may be held back, and has {@code consumerTimeoutMillisWhenSuspend}. */
    public long getConsumerPullTimeoutMillis() {
        return consumerPullTimeoutMillis;
    }

    public void setConsumerPullTimeoutMillis(long consumerPullTimeoutMillis) {
        this.consumerPullTimeoutMillis = consumerPullTimeoutMillis;
    }

    /** Milliseconds within which a pull that the broker may hold back has to be answered. */
    public long getConsumerTimeoutMillisWhenSuspend() {
        return consumerTimeoutMillisWhenSuspend;
    }

    /** @param consumerTimeoutMillisWhenSuspend at least {@link #getBrokerSuspendMaxTimeMillis()} */
    public void setConsumerTimeoutMillisWhenSuspend(long consumerTimeoutMillisWhenSuspend) {
        this.consumerTimeoutMillisWhenSuspend = consumerTimeoutMillisWhenSuspend;
    }

    /** Milliseconds between two looks for the queues of topics that have a {@link TopicMessageQueueChangeListener}. */
    public long getTopicMetadataCheckIntervalMillis() {
        return topicMetadataCheckIntervalMillis;
    }

    public void setTopicMetadataCheckIntervalMillis(long topicMetadataCheckIntervalMillis) {
        this.topicMetadataCheckIntervalMillis = topicMetadataCheckIntervalMillis;
    }

    /** Whether messages are pulled from {@code defaultBrokerId} rather than from the replica that brokers suggest. */
    public boolean isConnectBrokerByUser() {
        return connectBrokerByUser;
    }

    public void setConnectBrokerByUser(boolean connectBrokerByUser) {
        this.connectBrokerByUser = connectBrokerByUser;
    }

    /** The replica to pull from if {@code connectBrokerByUser}: 0 is the master; another stands in for one that is not there. */
    public long getDefaultBrokerId() {
        return defaultBrokerId;
    }

    public void setDefaultBrokerId(long defaultBrokerId) {
        this.defaultBrokerId = defaultBrokerId;
    }

    /** The topic that traces go to; null for the usual one. */
    public String getCustomizedTraceTopic() {
        return getTraceTopic();
    }

    public void setCustomizedTraceTopic(String customizedTraceTopic) {
        setTraceTopic(customizedTraceTopic);
    }

    public boolean isEnableMsgTrace() {
        return isEnableTrace();
    }

    /** @param enableMsgTrace whether what happens to messages is written down as messages of another topic */
    public void setEnableMsgTrace(boolean enableMsgTrace) {
        setEnableTrace(enableMsgTrace);
    }
}
