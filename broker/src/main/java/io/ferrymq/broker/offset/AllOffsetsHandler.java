package io.ferrymq.broker.offset;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.netty.buffer.ByteBuf;

/** {@code GET_ALL_CONSUMER_OFFSET} (43): everything, for a slave. */
public final class AllOffsetsHandler implements RequestHandler<Void> {
    private final ConsumerOffsets offsets;

    public AllOffsetsHandler(ConsumerOffsets offsets) {
        this.offsets = offsets;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        context.respond(Response.success(Json.encode(offsets.toWrapper())));
    }
}
