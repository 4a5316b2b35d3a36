package io.ferrymq.broker.client;

import io.ferrymq.broker.lock.QueueLocks;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.header.UnregisterClientRequestHeader;
import io.netty.buffer.ByteBuf;

/** {@code UNREGISTER_CLIENT} (35): a client leaves a group on purpose. */
public final class UnregisterClientHandler implements RequestHandler<UnregisterClientRequestHeader> {
    private final Membership membership;
    private final QueueLocks locks;

    public UnregisterClientHandler(Membership membership, QueueLocks locks) {
        this.membership = membership;
        this.locks = locks;
    }

    @Override
    public void handle(RequestContext context, UnregisterClientRequestHeader header, ByteBuf body) {
        if (header.producerGroup() != null) {
            membership.leaveProducers(header.producerGroup(), context.connection());
        }
        if (header.consumerGroup() != null) {
            // Before the others hear that they may share its queues.
            locks.leave(header.consumerGroup(), context.connection());
            membership.leaveConsumers(header.consumerGroup(), context);
        }
        context.respond(Response.success());
    }
}
