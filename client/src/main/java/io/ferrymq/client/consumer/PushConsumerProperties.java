package io.ferrymq.client.consumer;

import java.util.Map;
import java.util.TreeMap;

/** The settings of a push consumer as text, for tools that look at it from outside. */
final class PushConsumerProperties {
    private PushConsumerProperties() {}

    static Map<String, String> of(PushConsumerConfig config) {
        Map<String, String> all = new TreeMap<>();
        all.put("consumerGroup", String.valueOf(config.getConsumerGroup()));
        all.put("messageModel", String.valueOf(config.getMessageModel()));
        all.put("consumeFromWhere", String.valueOf(config.getConsumeFromWhere()));
        all.put("consumeTimestamp", String.valueOf(config.getConsumeTimestamp()));
        all.put(
                "allocateMessageQueueStrategy",
                String.valueOf(config.getAllocateMessageQueueStrategy().getName()));
        all.put("consumeThreadMin", String.valueOf(config.getConsumeThreadMin()));
        all.put("consumeThreadMax", String.valueOf(config.getConsumeThreadMax()));
        all.put("adjustThreadPoolNumsThreshold", String.valueOf(config.getAdjustThreadPoolNumsThreshold()));
        all.put("consumeConcurrentlyMaxSpan", String.valueOf(config.getConsumeConcurrentlyMaxSpan()));
        all.put("pullThresholdForQueue", String.valueOf(config.getPullThresholdForQueue()));
        all.put("pullThresholdForTopic", String.valueOf(config.getPullThresholdForTopic()));
        all.put("pullThresholdSizeForQueue", String.valueOf(config.getPullThresholdSizeForQueue()));
        all.put("pullThresholdSizeForTopic", String.valueOf(config.getPullThresholdSizeForTopic()));
        all.put("pullInterval", String.valueOf(config.getPullInterval()));
        all.put("consumeMessageBatchMaxSize", String.valueOf(config.getConsumeMessageBatchMaxSize()));
        all.put("pullBatchSize", String.valueOf(config.getPullBatchSize()));
        all.put("pullBatchSizeInBytes", String.valueOf(config.getPullBatchSizeInBytes()));
        all.put("postSubscriptionWhenPull", String.valueOf(config.isPostSubscriptionWhenPull()));
        all.put("maxReconsumeTimes", String.valueOf(config.getMaxReconsumeTimes()));
        all.put("suspendCurrentQueueTimeMillis", String.valueOf(config.getSuspendCurrentQueueTimeMillis()));
        all.put("consumeTimeout", String.valueOf(config.getConsumeTimeout()));
        all.put("awaitTerminationMillisWhenShutdown", String.valueOf(config.getAwaitTerminationMillisWhenShutdown()));
        all.put("clientRebalance", String.valueOf(config.isClientRebalance()));
        all.put("popThresholdForQueue", String.valueOf(config.getPopThresholdForQueue()));
        all.put("popInvisibleTime", String.valueOf(config.getPopInvisibleTime()));
        all.put("popBatchNums", String.valueOf(config.getPopBatchNums()));
        all.put("unitMode", String.valueOf(config.isUnitMode()));
        all.put("namesrvAddr", String.valueOf(config.getNamesrvAddr()));
        all.put("clientIP", String.valueOf(config.getClientIP()));
        all.put("instanceName", String.valueOf(config.getInstanceName()));
        all.put("pollNameServerInterval", String.valueOf(config.getPollNameServerInterval()));
        all.put("heartbeatBrokerInterval", String.valueOf(config.getHeartbeatBrokerInterval()));
        all.put("persistConsumerOffsetInterval", String.valueOf(config.getPersistConsumerOffsetInterval()));
        all.put("pullTimeDelayMillsWhenException", String.valueOf(config.getPullTimeDelayMillsWhenException()));
        all.put("vipChannelEnabled", String.valueOf(config.isVipChannelEnabled()));
        all.put("useTLS", String.valueOf(config.isUseTLS()));
        return all;
    }
}
