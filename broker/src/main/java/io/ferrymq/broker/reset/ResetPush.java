package io.ferrymq.broker.reset;

import io.ferrymq.broker.client.ClientLink;
import io.ferrymq.broker.client.ConsumerGroup;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.LanguageCode;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.ResetOffsetBody;
import io.ferrymq.remoting.protocol.body.ResetOffsetBodyForC;
import io.ferrymq.remoting.protocol.header.ResetOffsetRequestHeader;
import java.util.Map;
import java.util.TreeMap;

/** {@code RESET_CONSUMER_CLIENT_OFFSET} (220): a reset handed to the members that are online, who move themselves. */
public final class ResetPush {
    private final ConsumerTable consumers;
    private final ConsumerOffsets offsets;
    private final String brokerName;

    public ResetPush(ConsumerTable consumers, ConsumerOffsets offsets, String brokerName) {
        this.consumers = consumers;
        this.offsets = offsets;
        this.brokerName = brokerName;
    }

    void handle(RequestContext context, ResetOffsetRequestHeader header, Map<Integer, Long> byQueue) {
        Map<MessageQueue, Long> table = new TreeMap<>();
        for (Map.Entry<Integer, Long> target : byQueue.entrySet()) {
            long current = offsets.committed(header.group(), header.topic(), target.getKey());
            if (current == ConsumerOffsets.NONE) {
                context.respond(
                        ResponseCode.SYSTEM_ERROR,
                        "group " + header.group() + " has no position in topic " + header.topic() + " queue "
                                + target.getKey() + ", so it cannot be moved from there");
                return;
            }
            boolean force = Boolean.TRUE.equals(header.isForce());
            table.put(
                    new MessageQueue(header.topic(), brokerName, target.getKey()),
                    force ? target.getValue() : Math.min(current, target.getValue()));
        }
        ConsumerGroup group = consumers.find(header.group());
        if (group == null) {
            context.respond(
                    ResponseCode.CONSUMER_NOT_ONLINE,
                    "Consumer not online, so can not reset offset, Group: " + header.group() + " Topic: "
                            + header.topic() + " Timestamp: " + header.timestamp());
            return;
        }
        push(context, header, group, table);
    }

    private static void push(
            RequestContext context,
            ResetOffsetRequestHeader header,
            ConsumerGroup group,
            Map<MessageQueue, Long> table) {
        for (ConsumerGroup.Member member : group.members().values()) {
            ClientLink link = member.link();
            if (link.version() < ProtocolVersion.RESET_OFFSET_PUSH_MIN) {
                context.respond(
                        ResponseCode.SYSTEM_ERROR,
                        "client " + link + " cannot be told of a reset, its version is "
                                + ProtocolVersion.describe(link.version()));
                return;
            }
        }
        // The form for C++ is chosen by who asks, as official brokers do.
        Object body = context.language() == LanguageCode.CPP
                ? new ResetOffsetBodyForC(table.entrySet().stream()
                        .map(entry -> new ResetOffsetBodyForC.QueueOffset(
                                entry.getKey().getTopic(),
                                entry.getKey().getBrokerName(),
                                entry.getKey().getQueueId(),
                                entry.getValue()))
                        .toList())
                : new ResetOffsetBody(table);
        Request<?> request =
                Request.of(RequestCode.RESET_CONSUMER_CLIENT_OFFSET, header).withBody(Json.encode(body));
        group.members().keySet().forEach(connection -> connection.oneway(request));
        context.respond(Response.success(Json.encode(new ResetOffsetBody(table))));
    }
}
