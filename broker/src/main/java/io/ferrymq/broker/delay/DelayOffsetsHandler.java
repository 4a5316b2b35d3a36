package io.ferrymq.broker.delay;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.netty.buffer.ByteBuf;

/** {@code GET_ALL_DELAY_OFFSET} (45): how far each level is delivered, for a slave. */
public final class DelayOffsetsHandler implements RequestHandler<Void> {
    private final DelayOffsets offsets;

    public DelayOffsetsHandler(DelayOffsets offsets) {
        this.offsets = offsets;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        context.respond(Response.success(Json.encode(offsets.toWrapper())));
    }
}
