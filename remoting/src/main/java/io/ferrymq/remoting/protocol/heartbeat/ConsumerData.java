package io.ferrymq.remoting.protocol.heartbeat;

import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.remoting.protocol.Copies;
import io.ferrymq.remoting.protocol.Required;
import java.util.Set;

/**
 * A consumer group of a client with what it subscribes, in its heartbeat. Kinds that are missing or not known are those of an ordinary push
 * consumer.
 */
public record ConsumerData(
        String groupName,
        ConsumeType consumeType,
        MessageModel messageModel,
        ConsumeFromWhere consumeFromWhere,
        Set<SubscriptionData> subscriptionDataSet,
        boolean unitMode) {
    public ConsumerData {
        Required.member(groupName, "groupName");
        consumeType = consumeType == null ? ConsumeType.CONSUME_PASSIVELY : consumeType;
        messageModel = messageModel == null ? MessageModel.CLUSTERING : messageModel;
        consumeFromWhere = consumeFromWhere == null ? ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET : consumeFromWhere;
        subscriptionDataSet = Copies.set(subscriptionDataSet);
        subscriptionDataSet.forEach(subscription -> Required.member(subscription.topic(), "topic"));
    }

    public ConsumerData withSubscriptions(Set<SubscriptionData> subscriptions) {
        return new ConsumerData(groupName, consumeType, messageModel, consumeFromWhere, subscriptions, unitMode);
    }
}
