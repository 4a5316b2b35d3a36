package io.ferrymq.broker.admin;

import io.ferrymq.broker.config.ConfigUpdates;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.header.GetBrokerConfigResponseHeader;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** {@code GET_BROKER_CONFIG} (26): all settings in force as properties text, and their version. */
public final class GetConfigHandler implements RequestHandler<Void> {
    private final LiveConfig config;
    private final ConfigUpdates updates;

    public GetConfigHandler(LiveConfig config, ConfigUpdates updates) {
        this.config = config;
        this.updates = updates;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        String version = new String(Json.encode(updates.version()), StandardCharsets.UTF_8);
        context.respond(Response.success(new GetBrokerConfigResponseHeader(version))
                .withBody(config.current().text().getBytes(StandardCharsets.UTF_8)));
    }
}
