package io.ferrymq.broker.offset;

import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import io.netty.buffer.ByteBuf;

/** {@code UPDATE_CONSUMER_OFFSET} (15): a group tells its position. */
public final class CommitOffsetHandler implements RequestHandler<UpdateConsumerOffsetRequestHeader> {
    private final ConsumerOffsets offsets;
    private final ConsumerTable consumers;
    private final BrokerContext broker;

    public CommitOffsetHandler(ConsumerOffsets offsets, ConsumerTable consumers, BrokerContext broker) {
        this.offsets = offsets;
        this.consumers = consumers;
        this.broker = broker;
    }

    @Override
    public void handle(RequestContext context, UpdateConsumerOffsetRequestHeader header, ByteBuf body) {
        if (broker.groups().find(header.consumerGroup()) == null) {
            context.respond(
                    ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST, "Group " + header.consumerGroup() + " not exist!");
        } else if (broker.topics().find(header.topic()) == null) {
            context.respond(ResponseCode.TOPIC_NOT_EXIST, "Topic " + header.topic() + " not exist!");
        } else if (header.queueId() == null || header.commitOffset() == null) {
            context.respond(
                    ResponseCode.INVALID_PARAMETER,
                    (header.queueId() == null ? "queueId" : "commitOffset") + " is missing");
        } else if (header.queueId() < 0
                || header.queueId() > ConsumerOffsets.QUEUE_ID_MAX
                || header.commitOffset() < 0) {
            context.respond(
                    ResponseCode.INVALID_PARAMETER,
                    "queueId " + header.queueId() + " (allowed: 0 to " + ConsumerOffsets.QUEUE_ID_MAX
                            + "), commitOffset " + header.commitOffset() + " (allowed: 0 or more)");
        } else {
            commit(context, header);
        }
    }

    private void commit(RequestContext context, UpdateConsumerOffsetRequestHeader header) {
        if (header.ferrymqMove() != null) {
            takeBack(context, header);
            return;
        }
        context.respond(
                switch (take(context, header)) {
                    case TAKEN -> Response.success();
                    case RESET -> Response.of(ResponseCode.SUCCESS, "Offset has been previously reset");
                    case BEHIND ->
                        Response.of(
                                ResponseCode.SUCCESS,
                                "another member has this queue now and is beyond " + header.commitOffset());
                });
    }

    // Members tell how far they are; a tool, which is none and wants an answer, moves the group on purpose.
    private CommitResult take(RequestContext context, UpdateConsumerOffsetRequestHeader header) {
        String group = header.consumerGroup();
        Connection from = context.connection();
        if (Boolean.TRUE.equals(header.ferrymqForward())) {
            return offsets.forward(group, header.topic(), header.queueId(), header.commitOffset(), from);
        }
        if (context.isOneway() || consumers.isMember(group, from)) {
            return offsets.progress(group, header.topic(), header.queueId(), header.commitOffset(), from);
        }
        boolean taken = offsets.commit(group, header.topic(), header.queueId(), header.commitOffset(), from);
        return taken ? CommitResult.TAKEN : CommitResult.RESET;
    }

    // Whether it was further or not: the slave has done its duty and hears by its next copy what holds.
    private void takeBack(RequestContext context, UpdateConsumerOffsetRequestHeader header) {
        Ahead position = new Ahead(
                header.consumerGroup(), header.topic(), header.queueId(), header.commitOffset(), header.ferrymqMove());
        offsets.takeBack(position, context.connection());
        context.respond(Response.success());
    }
}
