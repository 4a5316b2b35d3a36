package io.ferrymq.broker.offset;

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
 */
public final class QueryOffsetHandler implements RequestHandler<QueryConsumerOffsetRequestHeader> {
    private final ConsumerOffsets offsets;
    private final MessageStore store;
    private final long inMemoryBytes;

    /** @param inMemoryBytes how far behind the log's end a first message may be for its topic to be young */
    public QueryOffsetHandler(ConsumerOffsets offsets, MessageStore store, long inMemoryBytes) {
        this.offsets = offsets;
        this.store = store;
        this.inMemoryBytes = inMemoryBytes;
    }

    @Override
    public void handle(RequestContext context, QueryConsumerOffsetRequestHeader header, ByteBuf body) {
        String group = header.consumerGroup();
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
