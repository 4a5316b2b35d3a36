package io.ferrymq.namesrv.handler;

import io.ferrymq.common.config.ConfigKey;
import io.ferrymq.namesrv.LiveConfig;
import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.RouteTable;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.function.Function;

/**
 * The topic lists that need nothing but the table: {@code GET_ALL_TOPIC_LIST_FROM_NAMESERVER} (206) and those of units (311, 312, 313;
 * spec: remoting 8.6). Event loop.
 */
public final class TopicListHandler implements RequestHandler<Void> {
    private final RouteState routes;
    private final LiveConfig config;
    private final ConfigKey<Boolean> enabled;
    private final Function<RouteTable, List<String>> list;

    public TopicListHandler(
            RouteState routes, LiveConfig config, ConfigKey<Boolean> enabled, Function<RouteTable, List<String>> list) {
        this.routes = routes;
        this.config = config;
        this.enabled = enabled;
        this.list = list;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        context.respond(
                config.is(enabled) ? Bodies.topics(list.apply(routes.table())) : Bodies.disabled(enabled.name()));
    }
}
