package io.ferrymq.client.consumer;

import io.ferrymq.client.ClientConfig;
import io.ferrymq.client.consumer.rebalance.AllocateMessageQueueAveragely;
import io.ferrymq.client.consumer.store.OffsetStore;
import io.ferrymq.common.MixAll;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Settings of a consumer whose application pulls (client §35). Times may be changed while it runs; the others count at its start. */
public class PullConsumerConfig extends ClientConfig {
    private volatile String consumerGroup = MixAll.DEFAULT_CONSUMER_GROUP;
    private volatile MessageModel messageModel = MessageModel.CLUSTERING;
    private volatile AllocateMessageQueueStrategy allocateMessageQueueStrategy = new AllocateMessageQueueAveragely();
    private volatile MessageQueueListener messageQueueListener;
    private volatile OffsetStore offsetStore;
    private volatile Set<String> registerTopics = ConcurrentHashMap.newKeySet();
    private volatile long brokerSuspendMaxTimeMillis = 20_000;
    private volatile long consumerTimeoutMillisWhenSuspend = 30_000;
    private volatile long consumerPullTimeoutMillis = 10_000;
    private volatile int maxReconsumeTimes = 16;
    private volatile boolean enableRebalance = true;

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

    public AllocateMessageQueueStrategy getAllocateMessageQueueStrategy() {
        return allocateMessageQueueStrategy;
    }

    public void setAllocateMessageQueueStrategy(AllocateMessageQueueStrategy allocateMessageQueueStrategy) {
        this.allocateMessageQueueStrategy = allocateMessageQueueStrategy;
    }

    public MessageQueueListener getMessageQueueListener() {
        return messageQueueListener;
    }

    /** @param messageQueueListener hears when the queues of this consumer change, of any topic; null for nobody */
    public void setMessageQueueListener(MessageQueueListener messageQueueListener) {
        this.messageQueueListener = messageQueueListener;
    }

    /** Where positions are kept; null before the start unless the application has set its own. */
    public OffsetStore getOffsetStore() {
        return offsetStore;
    }

    public void setOffsetStore(OffsetStore offsetStore) {
        this.offsetStore = offsetStore;
    }

    /** Topics whose queues are shared out in the group. */
    public Set<String> getRegisterTopics() {
        return registerTopics;
    }

    public void setRegisterTopics(Set<String> registerTopics) {
        Set<String> copy = ConcurrentHashMap.newKeySet();
        copy.addAll(registerTopics);
        this.registerTopics = copy;
    }

    /** Milliseconds that a broker may hold a pull back that waits for messages. */
    public long getBrokerSuspendMaxTimeMillis() {
        return brokerSuspendMaxTimeMillis;
    }

    public void setBrokerSuspendMaxTimeMillis(long brokerSuspendMaxTimeMillis) {
        this.brokerSuspendMaxTimeMillis = brokerSuspendMaxTimeMillis;
    }

    /** Milliseconds within which a pull that waits for messages has to be answered. */
    public long getConsumerTimeoutMillisWhenSuspend() {
        return consumerTimeoutMillisWhenSuspend;
    }

    /** @param consumerTimeoutMillisWhenSuspend at least {@link #getBrokerSuspendMaxTimeMillis()} */
    public void setConsumerTimeoutMillisWhenSuspend(long consumerTimeoutMillisWhenSuspend) {
        this.consumerTimeoutMillisWhenSuspend = consumerTimeoutMillisWhenSuspend;
    }

    /** Milliseconds within which a pull has to be answered that does not wait and has no time of its own. */
    public long getConsumerPullTimeoutMillis() {
        return consumerPullTimeoutMillis;
    }

    public void setConsumerPullTimeoutMillis(long consumerPullTimeoutMillis) {
        this.consumerPullTimeoutMillis = consumerPullTimeoutMillis;
    }

    /** Attempts after which a message that is given back is a dead letter. */
    public int getMaxReconsumeTimes() {
        return maxReconsumeTimes;
    }

    public void setMaxReconsumeTimes(int maxReconsumeTimes) {
        this.maxReconsumeTimes = maxReconsumeTimes;
    }

    /** Whether queues are shared out in the group. */
    public boolean isEnableRebalance() {
        return enableRebalance;
    }

    public void setEnableRebalance(boolean enableRebalance) {
        this.enableRebalance = enableRebalance;
    }
}
