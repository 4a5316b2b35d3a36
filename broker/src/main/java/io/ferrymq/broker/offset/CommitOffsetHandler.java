package io.ferrymq.broker.offset;

import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import io.netty.buffer.ByteBuf;

/** {@code UPDATE_CONSUMER_OFFSET} (15): a group tells its position. */
public final class CommitOffsetHandler implements RequestHandler<UpdateConsumerOffsetRequestHeader> {
    private final ConsumerOffsets offsets;
    private final BrokerContext broker;

    public CommitOffsetHandler(ConsumerOffsets offsets, BrokerContext broker) {
        this.offsets = offsets;
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
        boolean taken = offsets.commit(
                header.consumerGroup(), header.topic(), header.queueId(), header.commitOffset(), context.connection());
        context.respond(
                taken ? Response.success() : Response.of(ResponseCode.SUCCESS, "Offset has been previously reset"));
    }

    // Whether it was further or not: the slave has done its duty and hears by its next copy what holds.
    private void takeBack(RequestContext context, UpdateConsumerOffsetRequestHeader header) {
        Ahead position = new Ahead(
                header.consumerGroup(), header.topic(), header.queueId(), header.commitOffset(), header.ferrymqMove());
        offsets.takeBack(position, context.connection());
        context.respond(Response.success());
    }
}
