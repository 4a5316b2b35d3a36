package io.ferrymq.broker.client;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.Connection;
import io.ferrymq.remoting.protocol.body.ProducerConnection;
import io.ferrymq.remoting.protocol.header.GetProducerConnectionListRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code GET_PRODUCER_CONNECTION_LIST} (204): the members of a producer group. */
public final class ProducerConnectionsHandler implements RequestHandler<GetProducerConnectionListRequestHeader> {
    private final ProducerTable producers;

    public ProducerConnectionsHandler(ProducerTable producers) {
        this.producers = producers;
    }

    @Override
    public void handle(RequestContext context, GetProducerConnectionListRequestHeader header, ByteBuf body) {
        Set<Connection> connections = producers.members(header.producerGroup()).stream()
                .map(ClientLink::toBody)
                .collect(Collectors.toSet());
        if (connections.isEmpty()) {
            context.respond(ResponseCode.SYSTEM_ERROR, "the producer group[" + header.producerGroup() + "] not exist");
        } else {
            context.respond(Response.success(Json.encode(new ProducerConnection(connections))));
        }
    }
}
