package io.ferrymq.broker.relay;

import io.ferrymq.broker.client.ClientLink;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.header.GetConsumerRunningInfoRequestHeader;
import io.netty.buffer.ByteBuf;

/** {@code GET_CONSUMER_RUNNING_INFO} (307): what one consumer says of itself. The body is not read here: official clients write what only they can read. */
public final class RunningInfoHandler implements RequestHandler<GetConsumerRunningInfoRequestHeader> {
    private final ClientRelay relay;

    public RunningInfoHandler(ConsumerTable consumers) {
        this.relay = new ClientRelay(consumers);
    }

    @Override
    public void handle(RequestContext context, GetConsumerRunningInfoRequestHeader header, ByteBuf body) {
        ClientLink member = relay.findMember(context, header.consumerGroup(), header.clientId());
        if (member != null) {
            relay.relay(context, member, context.fields().toMap(), ClientRelay.bytes(body));
        }
    }
}
