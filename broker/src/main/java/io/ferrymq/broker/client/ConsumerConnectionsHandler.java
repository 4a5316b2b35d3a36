package io.ferrymq.broker.client;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.Connection;
import io.ferrymq.remoting.protocol.body.ConsumerConnection;
import io.ferrymq.remoting.protocol.header.GetConsumerConnectionListRequestHeader;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** {@code GET_CONSUMER_CONNECTION_LIST} (203): the members of a consumer group and what they subscribe. */
public final class ConsumerConnectionsHandler implements RequestHandler<GetConsumerConnectionListRequestHeader> {
    private final ConsumerTable consumers;

    public ConsumerConnectionsHandler(ConsumerTable consumers) {
        this.consumers = consumers;
    }

    @Override
    public void handle(RequestContext context, GetConsumerConnectionListRequestHeader header, ByteBuf body) {
        ConsumerGroup group = consumers.find(header.consumerGroup());
        if (group == null) {
            context.respond(
                    ResponseCode.CONSUMER_NOT_ONLINE, "the consumer group[" + header.consumerGroup() + "] not online");
            return;
        }
        Set<Connection> connections = group.members().values().stream()
                .map(member -> member.link().toBody())
                .collect(Collectors.toSet());
        Map<String, SubscriptionData> subscriptions = new TreeMap<>();
        group.subscriptions().forEach((topic, subscription) -> subscriptions.put(topic, subscription.data()));
        context.respond(Response.success(Json.encode(new ConsumerConnection(
                connections, subscriptions, group.consumeType(), group.messageModel(), group.consumeFromWhere()))));
    }
}
