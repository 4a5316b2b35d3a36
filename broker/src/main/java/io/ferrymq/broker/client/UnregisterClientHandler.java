package io.ferrymq.broker.client;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.header.UnregisterClientRequestHeader;
import io.netty.buffer.ByteBuf;

/** {@code UNREGISTER_CLIENT} (35): a client leaves a group on purpose. */
public final class UnregisterClientHandler implements RequestHandler<UnregisterClientRequestHeader> {
    private final Membership membership;

    public UnregisterClientHandler(Membership membership) {
        this.membership = membership;
    }

    @Override
    public void handle(RequestContext context, UnregisterClientRequestHeader header, ByteBuf body) {
        if (header.producerGroup() != null) {
            membership.leaveProducers(header.producerGroup(), context.connection());
        }
        if (header.consumerGroup() != null) {
            membership.leaveConsumers(header.consumerGroup(), context);
        }
        context.respond(Response.success());
    }
}
