package io.ferrymq.broker.client;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.body.ProducerInfo;
import io.ferrymq.remoting.protocol.body.ProducerTableInfo;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code GET_ALL_PRODUCER_INFO} (328): all producer groups with their members. */
public final class AllProducersHandler implements RequestHandler<Void> {
    private final ProducerTable producers;

    public AllProducersHandler(ProducerTable producers) {
        this.producers = producers;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        Map<String, List<ProducerInfo>> data = new TreeMap<>();
        producers
                .all()
                .forEach((group, members) -> data.put(
                        group, members.stream().map(AllProducersHandler::info).toList()));
        context.respond(Response.success(Json.encode(new ProducerTableInfo(data))));
    }

    private static ProducerInfo info(ClientLink link) {
        return new ProducerInfo(
                link.clientId(),
                // Official tools expect the address as the JVM prints sockets, with a slash in front.
                "/" + link.connection().remoteText(),
                link.language(),
                link.version(),
                link.lastSeenMs());
    }
}
