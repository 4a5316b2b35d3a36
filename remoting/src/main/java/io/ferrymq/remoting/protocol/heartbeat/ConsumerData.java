package io.ferrymq.remoting.protocol.heartbeat;

import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.remoting.protocol.Copies;
import java.util.Set;

/** A consumer group of a client with what it subscribes, in its heartbeat. */
public record ConsumerData(
        String groupName,
        ConsumeType consumeType,
        MessageModel messageModel,
        ConsumeFromWhere consumeFromWhere,
        Set<SubscriptionData> subscriptionDataSet,
        boolean unitMode) {
    public ConsumerData {
        subscriptionDataSet = Copies.set(subscriptionDataSet);
    }

    public ConsumerData withSubscriptions(Set<SubscriptionData> subscriptions) {
        return new ConsumerData(groupName, consumeType, messageModel, consumeFromWhere, subscriptions, unitMode);
    }
}
