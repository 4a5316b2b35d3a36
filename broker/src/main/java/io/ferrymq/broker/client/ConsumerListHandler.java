package io.ferrymq.broker.client;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.GetConsumerListByGroupResponseBody;
import io.ferrymq.remoting.protocol.header.GetConsumerListByGroupRequestHeader;
import io.netty.buffer.ByteBuf;

/** {@code GET_CONSUMER_LIST_BY_GROUP} (38): the client ids among which the group's queues are shared. */
public final class ConsumerListHandler implements RequestHandler<GetConsumerListByGroupRequestHeader> {
    private final ConsumerTable consumers;

    public ConsumerListHandler(ConsumerTable consumers) {
        this.consumers = consumers;
    }

    @Override
    public void handle(RequestContext context, GetConsumerListByGroupRequestHeader header, ByteBuf body) {
        ConsumerGroup group = consumers.find(header.consumerGroup());
        if (group == null) {
            context.respond(ResponseCode.SYSTEM_ERROR, "no consumer for this group, " + header.consumerGroup());
        } else {
            context.respond(Response.success(Json.encode(new GetConsumerListByGroupResponseBody(group.clientIds()))));
        }
    }
}
