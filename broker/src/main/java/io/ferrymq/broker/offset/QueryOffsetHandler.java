package io.ferrymq.broker.offset;

import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.QueueEntry;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * {@code QUERY_CONSUMER_OFFSET} (14): where a group stands. A group that stands nowhere yet starts at 0 where the topic is young, as
 * clients have relied on since ever, unless it asks not to; else it is told that there is nothing, and starts where its configuration says.
 *
 * <p>A member may add what it wants of the queue; it hears who has it, and -1 where the group stands nowhere.
 */
public final class QueryOffsetHandler implements RequestHandler<QueryConsumerOffsetRequestHeader> {
    private final ConsumerOffsets offsets;
    private final ConsumerTable consumers;
    private final BrokerContext broker;
    private final MessageStore store;
    private final long inMemoryBytes;

    /** @param inMemoryBytes how far behind the log's end a first message may be for its topic to be young */
    public QueryOffsetHandler(
            ConsumerOffsets offsets,
            ConsumerTable consumers,
            BrokerContext broker,
            MessageStore store,
            long inMemoryBytes) {
        this.offsets = offsets;
        this.consumers = consumers;
        this.broker = broker;
        this.store = store;
        this.inMemoryBytes = inMemoryBytes;
    }

    @Override
    public void handle(RequestContext context, QueryConsumerOffsetRequestHeader header, ByteBuf body) {
        String group = header.consumerGroup();
        if (header.ferrymqHold() != null) {
            // The holder before the position: what the one before wrote at its end is in it.
            Integer holder = holder(header, context.connection());
            long found = offsets.committed(group, header.topic(), header.queueId());
            context.respond(Response.success(new OffsetResponseHeader(found, holder)));
            return;
        }
        long offset = offsets.startOf(group, header.topic(), header.queueId(), context.connection());
        if (offset >= 0) {
            context.respond(Response.success(new OffsetResponseHeader(offset)));
        } else if (!offsets.isComplete()) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR, "this slave has not copied the positions of groups from its master yet");
        } else if (!Boolean.FALSE.equals(header.setZeroIfNotFound()) && isYoung(header.topic(), header.queueId())) {
            context.respond(Response.success(new OffsetResponseHeader(0)));
        } else {
            context.respond(
                    ResponseCode.QUERY_NOT_FOUND,
                    "Not found, group " + group + " has no position in topic " + header.topic() + " queue "
                            + header.queueId() + ", maybe this group consumer boot first");
        }
    }

    /** Null to who is no member; what does not exist gets no entry in memory. */
    private Integer holder(QueryConsumerOffsetRequestHeader header, Connection member) {
        String group = header.consumerGroup();
        if (!consumers.isMember(group, member) || !isQueue(header)) {
            return null;
        }
        return offsets.hold(
                group,
                header.topic(),
                header.queueId(),
                header.ferrymqHold(),
                member,
                connection -> consumers.isMember(group, connection));
    }

    private boolean isQueue(QueryConsumerOffsetRequestHeader header) {
        TopicConfig topic = broker.topics().find(header.topic());
        return topic != null && header.queueId() >= 0 && header.queueId() < topic.readQueueNums();
    }

    private boolean isYoung(String topic, int queueId) {
        if (store.queues().minOffset(topic, queueId) > 0) {
            return false;
        }
        List<QueueEntry> first = store.queues().entries(topic, queueId, 0, 1);
        return !first.isEmpty()
                && first.get(0).queueOffset() == 0
                && store.log().logEndOffset() - first.get(0).physicalOffset() <= inMemoryBytes;
    }
}
