package io.ferrymq.broker.inspect;

import io.ferrymq.broker.client.ConsumerGroup;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.client.Subscription;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.body.GroupList;
import io.ferrymq.remoting.protocol.body.QuerySubscriptionResponseBody;
import io.ferrymq.remoting.protocol.body.TopicList;
import io.ferrymq.remoting.protocol.header.QuerySubscriptionByConsumerRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryTopicConsumeByWhoRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryTopicsByConsumerRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Who consumes what: three codes that put members online and kept positions together. */
public final class WhoConsumesHandlers {
    private final ConsumerTable consumers;
    private final ConsumerOffsets offsets;
    private final String brokerAddress;

    public WhoConsumesHandlers(ConsumerTable consumers, ConsumerOffsets offsets, String brokerAddress) {
        this.consumers = consumers;
        this.offsets = offsets;
        this.brokerAddress = brokerAddress;
    }

    /** {@code QUERY_TOPIC_CONSUME_BY_WHO} (300). */
    public void groupsOfTopic(RequestContext context, QueryTopicConsumeByWhoRequestHeader header, ByteBuf body) {
        Set<String> groups = new TreeSet<>(consumers.groupsOf(header.topic()));
        groups.addAll(offsets.groupsOf(header.topic()));
        context.respond(Response.success(Json.encode(new GroupList(groups))));
    }

    /** {@code QUERY_TOPICS_BY_CONSUMER} (343). */
    public void topicsOfGroup(RequestContext context, QueryTopicsByConsumerRequestHeader header, ByteBuf body) {
        Set<String> topics = new TreeSet<>(offsets.topicsOf(header.group()));
        ConsumerGroup online = consumers.find(header.group());
        if (online != null) {
            topics.addAll(online.subscriptions().keySet());
        }
        context.respond(Response.success(Json.encode(new TopicList(brokerAddress, List.copyOf(topics)))));
    }

    /** {@code QUERY_SUBSCRIPTION_BY_CONSUMER} (345). */
    public void subscription(RequestContext context, QuerySubscriptionByConsumerRequestHeader header, ByteBuf body) {
        ConsumerGroup online = consumers.find(header.group());
        Subscription found = online == null || header.topic() == null ? null : online.subscription(header.topic());
        context.respond(Response.success(Json.encode(new QuerySubscriptionResponseBody(
                found == null ? null : found.data(), header.group(), header.topic()))));
    }
}
