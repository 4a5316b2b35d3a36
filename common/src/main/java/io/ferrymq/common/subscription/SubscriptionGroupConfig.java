package io.ferrymq.common.subscription;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * How a broker serves one consumer group. Component names are the member names of the JSON files and bodies; a component
 * given as null, as when a member is missing, takes its default and is never null afterwards. Only
 * {@code subscriptionDataSet} stays null when there is none.
 */
public record SubscriptionGroupConfig(
        String groupName,
        Boolean consumeEnable,
        Boolean consumeFromMinEnable,
        Boolean consumeBroadcastEnable,
        Boolean consumeMessageOrderly,
        Integer retryQueueNums,
        Integer retryMaxTimes,
        GroupRetryPolicy groupRetryPolicy,
        Long brokerId,
        Long whichBrokerWhenConsumeSlowly,
        Boolean notifyConsumerIdsChangedEnable,
        Integer groupSysFlag,
        Integer consumeTimeoutMinute,
        Set<SimpleSubscriptionData> subscriptionDataSet,
        Map<String, String> attributes) {
    public static final int DEFAULT_RETRY_MAX_TIMES = 16;

    public SubscriptionGroupConfig {
        Objects.requireNonNull(groupName, "groupName");
        consumeEnable = orElse(consumeEnable, true);
        consumeFromMinEnable = orElse(consumeFromMinEnable, true);
        consumeBroadcastEnable = orElse(consumeBroadcastEnable, true);
        consumeMessageOrderly = orElse(consumeMessageOrderly, false);
        retryQueueNums = orElse(retryQueueNums, 1);
        retryMaxTimes = orElse(retryMaxTimes, DEFAULT_RETRY_MAX_TIMES);
        groupRetryPolicy = orElse(groupRetryPolicy, GroupRetryPolicy.CUSTOMIZED);
        brokerId = orElse(brokerId, 0L);
        whichBrokerWhenConsumeSlowly = orElse(whichBrokerWhenConsumeSlowly, 1L);
        notifyConsumerIdsChangedEnable = orElse(notifyConsumerIdsChangedEnable, true);
        groupSysFlag = orElse(groupSysFlag, 0);
        consumeTimeoutMinute = orElse(consumeTimeoutMinute, 15);
        subscriptionDataSet = subscriptionDataSet == null ? null : Set.copyOf(subscriptionDataSet);
        attributes = attributes == null ? Map.of() : Map.copyOf(attributes);
    }

    private static <T> T orElse(T value, T absent) {
        return value == null ? absent : value;
    }

    /** A group with all defaults. */
    public static SubscriptionGroupConfig of(String groupName) {
        return new SubscriptionGroupConfig(
                groupName, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    public SubscriptionGroupConfig withConsumeEnable(boolean enable) {
        return copy(enable, consumeBroadcastEnable, retryQueueNums, retryMaxTimes);
    }

    public SubscriptionGroupConfig withConsumeBroadcastEnable(boolean enable) {
        return copy(consumeEnable, enable, retryQueueNums, retryMaxTimes);
    }

    public SubscriptionGroupConfig withRetry(int queueNums, int maxTimes) {
        return copy(consumeEnable, consumeBroadcastEnable, queueNums, maxTimes);
    }

    private SubscriptionGroupConfig copy(boolean enable, boolean broadcastEnable, int queueNums, int maxTimes) {
        return new SubscriptionGroupConfig(
                groupName,
                enable,
                consumeFromMinEnable,
                broadcastEnable,
                consumeMessageOrderly,
                queueNums,
                maxTimes,
                groupRetryPolicy,
                brokerId,
                whichBrokerWhenConsumeSlowly,
                notifyConsumerIdsChangedEnable,
                groupSysFlag,
                consumeTimeoutMinute,
                subscriptionDataSet,
                attributes);
    }
}
