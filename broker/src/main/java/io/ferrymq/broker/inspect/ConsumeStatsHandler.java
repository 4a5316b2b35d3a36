package io.ferrymq.broker.inspect;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.header.GetConsumeStatsRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.Collection;

/** {@code GET_CONSUME_STATS} (208): how far a group is. Never an error: an unknown group is nowhere. */
public final class ConsumeStatsHandler implements RequestHandler<GetConsumeStatsRequestHeader> {
    private final GroupProgress progress;

    public ConsumeStatsHandler(GroupProgress progress) {
        this.progress = progress;
    }

    @Override
    public void handle(RequestContext context, GetConsumeStatsRequestHeader header, ByteBuf body) {
        Collection<String> topics =
                header.topics().isEmpty() ? progress.topicsOf(header.consumerGroup()) : header.topics();
        context.respond(Response.success(Json.encode(progress.ofGroup(header.consumerGroup(), topics))));
    }
}
