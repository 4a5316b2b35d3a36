package io.ferrymq.client.consumer;

import java.util.Map;
import java.util.TreeMap;

/** The settings of a pull consumer as text, for tools that look at it from outside. */
final class PullConsumerProperties {
    private PullConsumerProperties() {}

    static Map<String, String> of(PullConsumerConfig config) {
        Map<String, String> all = new TreeMap<>();
        all.put("consumerGroup", String.valueOf(config.getConsumerGroup()));
        all.put("messageModel", String.valueOf(config.getMessageModel()));
        all.put(
                "allocateMessageQueueStrategy",
                String.valueOf(config.getAllocateMessageQueueStrategy().getName()));
        all.put("registerTopics", String.valueOf(config.getRegisterTopics()));
        all.put("brokerSuspendMaxTimeMillis", String.valueOf(config.getBrokerSuspendMaxTimeMillis()));
        all.put("consumerTimeoutMillisWhenSuspend", String.valueOf(config.getConsumerTimeoutMillisWhenSuspend()));
        all.put("consumerPullTimeoutMillis", String.valueOf(config.getConsumerPullTimeoutMillis()));
        all.put("maxReconsumeTimes", String.valueOf(config.getMaxReconsumeTimes()));
        all.put("enableRebalance", String.valueOf(config.isEnableRebalance()));
        all.put("unitMode", String.valueOf(config.isUnitMode()));
        all.put("namesrvAddr", String.valueOf(config.getNamesrvAddr()));
        all.put("clientIP", String.valueOf(config.getClientIP()));
        all.put("instanceName", String.valueOf(config.getInstanceName()));
        all.put("pollNameServerInterval", String.valueOf(config.getPollNameServerInterval()));
        all.put("heartbeatBrokerInterval", String.valueOf(config.getHeartbeatBrokerInterval()));
        all.put("persistConsumerOffsetInterval", String.valueOf(config.getPersistConsumerOffsetInterval()));
        all.put("useTLS", String.valueOf(config.isUseTLS()));
        return all;
    }
}
