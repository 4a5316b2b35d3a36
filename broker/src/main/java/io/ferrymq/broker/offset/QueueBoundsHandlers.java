package io.ferrymq.broker.offset;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.header.BoundaryType;
import io.ferrymq.remoting.protocol.header.GetEarliestMsgStoretimeRequestHeader;
import io.ferrymq.remoting.protocol.header.GetEarliestMsgStoretimeResponseHeader;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMinOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.SearchOffsetRequestHeader;
import io.ferrymq.store.Boundary;
import io.ferrymq.store.QueueReads;
import io.netty.buffer.ByteBuf;

/** What a queue's ends are: four codes, one line each. They ask for no permission, and an unknown queue is an empty one. */
public final class QueueBoundsHandlers {
    private final QueueReads queues;

    public QueueBoundsHandlers(QueueReads queues) {
        this.queues = queues;
    }

    /** {@code GET_MAX_OFFSET} (30). */
    public void max(RequestContext context, GetMaxOffsetRequestHeader header, ByteBuf body) {
        respond(context, queues.maxOffset(header.topic(), header.queueId()));
    }

    /** {@code GET_MIN_OFFSET} (31). */
    public void min(RequestContext context, GetMinOffsetRequestHeader header, ByteBuf body) {
        respond(context, queues.minOffset(header.topic(), header.queueId()));
    }

    /** {@code SEARCH_OFFSET_BY_TIMESTAMP} (29). Reads the log in several places: on a worker. */
    public void search(RequestContext context, SearchOffsetRequestHeader header, ByteBuf body) {
        Boundary boundary = header.boundaryType() == BoundaryType.UPPER ? Boundary.UPPER : Boundary.LOWER;
        respond(context, queues.offsetByTime(header.topic(), header.queueId(), header.timestamp(), boundary));
    }

    /** {@code GET_EARLIEST_MSG_STORETIME} (32). */
    public void earliestTime(RequestContext context, GetEarliestMsgStoretimeRequestHeader header, ByteBuf body) {
        long min = queues.minOffset(header.topic(), header.queueId());
        long timestamp = queues.storeTimestampAt(header.topic(), header.queueId(), min);
        context.respond(Response.success(new GetEarliestMsgStoretimeResponseHeader(timestamp)));
    }

    private static void respond(RequestContext context, long offset) {
        context.respond(Response.success(new OffsetResponseHeader(offset)));
    }
}
