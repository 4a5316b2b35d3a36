package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.remoting.protocol.Copies;
import io.ferrymq.remoting.protocol.heartbeat.ConsumeType;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.Map;
import java.util.Set;

/** The members of a consumer group and what they subscribe: answer to {@code GET_CONSUMER_CONNECTION_LIST} (203). */
public record ConsumerConnection(
        Set<Connection> connectionSet,
        Map<String, SubscriptionData> subscriptionTable,
        ConsumeType consumeType,
        MessageModel messageModel,
        ConsumeFromWhere consumeFromWhere) {
    public ConsumerConnection {
        connectionSet = Copies.set(connectionSet);
        subscriptionTable = Copies.map(subscriptionTable);
    }
}
