package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.LiveConfig;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** {@code GET_NAMESRV_CONFIG} (319, spec: remoting 8.8). Event loop. */
public final class GetConfigHandler implements RequestHandler<Void> {
    private final LiveConfig config;

    public GetConfigHandler(LiveConfig config) {
        this.config = config;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        context.respond(Response.success(config.config().dump().getBytes(StandardCharsets.UTF_8)));
    }
}
