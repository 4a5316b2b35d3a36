package io.ferrymq.client.consumer;

import java.util.Map;
import java.util.TreeMap;

/** The settings of a lite pull consumer as text, for tools that look at it from outside. */
final class LitePullConsumerProperties {
    private LitePullConsumerProperties() {}

    static Map<String, String> of(LitePullConsumerConfig config) {
        Map<String, String> all = new TreeMap<>();
        all.put("consumerGroup", String.valueOf(config.getConsumerGroup()));
        all.put("messageModel", String.valueOf(config.getMessageModel()));
        all.put("consumeFromWhere", String.valueOf(config.getConsumeFromWhere()));
        all.put("consumeTimestamp", String.valueOf(config.getConsumeTimestamp()));
        all.put(
                "allocateMessageQueueStrategy",
                String.valueOf(config.getAllocateMessageQueueStrategy().getName()));
        all.put("autoCommit", String.valueOf(config.isAutoCommit()));
        all.put("autoCommitIntervalMillis", String.valueOf(config.getAutoCommitIntervalMillis()));
        all.put("pullBatchSize", String.valueOf(config.getPullBatchSize()));
        all.put("pullThresholdForAll", String.valueOf(config.getPullThresholdForAll()));
        all.put("pullThresholdForQueue", String.valueOf(config.getPullThresholdForQueue()));
        all.put("pullThresholdSizeForQueue", String.valueOf(config.getPullThresholdSizeForQueue()));
        all.put("consumeMaxSpan", String.valueOf(config.getConsumeMaxSpan()));
        all.put("pollTimeoutMillis", String.valueOf(config.getPollTimeoutMillis()));
        all.put("brokerSuspendMaxTimeMillis", String.valueOf(config.getBrokerSuspendMaxTimeMillis()));
        all.put("consumerTimeoutMillisWhenSuspend", String.valueOf(config.getConsumerTimeoutMillisWhenSuspend()));
        all.put("topicMetadataCheckIntervalMillis", String.valueOf(config.getTopicMetadataCheckIntervalMillis()));
        all.put("connectBrokerByUser", String.valueOf(config.isConnectBrokerByUser()));
        all.put("defaultBrokerId", String.valueOf(config.getDefaultBrokerId()));
        all.put("unitMode", String.valueOf(config.isUnitMode()));
        all.put("namesrvAddr", String.valueOf(config.getNamesrvAddr()));
        all.put("clientIP", String.valueOf(config.getClientIP()));
        all.put("instanceName", String.valueOf(config.getInstanceName()));
        all.put("pollNameServerInterval", String.valueOf(config.getPollNameServerInterval()));
        all.put("heartbeatBrokerInterval", String.valueOf(config.getHeartbeatBrokerInterval()));
        all.put("persistConsumerOffsetInterval", String.valueOf(config.getPersistConsumerOffsetInterval()));
        all.put("pullTimeDelayMillsWhenException", String.valueOf(config.getPullTimeDelayMillsWhenException()));
        all.put("useTLS", String.valueOf(config.isUseTLS()));
        return all;
    }
}
