package io.ferrymq.broker.offset;

import io.ferrymq.broker.client.ConsumerGroup;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.CloneGroupOffsetRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * {@code CLONE_GROUP_OFFSET} (314): a group takes over another one's positions, in one topic or in all. Members of it that are online hear of it by
 * their next pull.
 */
public final class CloneOffsetsHandler implements RequestHandler<CloneGroupOffsetRequestHeader> {
    private final ConsumerOffsets offsets;
    private final BrokerContext broker;
    private final ConsumerTable consumers;
    private final BiConsumer<String, Integer> wake;
    private final BooleanSupplier keeping;

    /**
     * @param keeping writes positions to disk, on a thread that may wait for it; false when the disk refuses
     * @param wake wakes the pulls that wait for a queue
     */
    public CloneOffsetsHandler(
            ConsumerOffsets offsets,
            BooleanSupplier keeping,
            BrokerContext broker,
            ConsumerTable consumers,
            BiConsumer<String, Integer> wake) {
        this.offsets = offsets;
        this.keeping = keeping;
        this.broker = broker;
        this.consumers = consumers;
        this.wake = wake;
    }

    @Override
    public void handle(RequestContext context, CloneGroupOffsetRequestHeader header, ByteBuf body) {
        boolean all = header.topic() == null || header.topic().isBlank();
        Set<String> topics = all ? offsets.topicsOf(header.srcGroup()) : Set.of(header.topic());
        if (broker.host().isSlave()) {
            context.respond(ResponseCode.SYSTEM_ERROR, "a slave cannot move positions, its master can");
        } else if (!all && broker.topics().find(header.topic()) == null) {
            context.respond(ResponseCode.TOPIC_NOT_EXIST, "topic " + header.topic() + " does not exist");
        } else if (header.srcGroup().equals(header.destGroup())) {
            context.respond(
                    ResponseCode.INVALID_PARAMETER, "group " + header.srcGroup() + " cannot be copied to itself");
        } else if (topics.stream()
                .allMatch(topic -> offsets.queues(header.srcGroup(), topic).isEmpty())) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "group " + header.srcGroup() + " has no position" + (all ? "" : " in topic " + header.topic()));
        } else {
            topics.forEach(topic -> copy(context, header, topic));
            if (keeping.getAsBoolean()) {
                context.respond(Response.success());
            } else {
                context.respond(
                        ResponseCode.SYSTEM_ERROR,
                        "the positions are copied, but cannot be written to the disk now and are lost if this broker"
                                + " dies; its log says why");
            }
        }
    }

    private void copy(RequestContext context, CloneGroupOffsetRequestHeader header, String topic) {
        ConsumerGroup online = consumers.find(header.destGroup());
        boolean toReaders = online != null && online.subscription(topic) != null;
        offsets.copy(header.srcGroup(), header.destGroup(), topic, toReaders, context.connection());
        if (toReaders) {
            offsets.queues(header.destGroup(), topic).keySet().forEach(queueId -> wake.accept(topic, queueId));
        }
    }
}
