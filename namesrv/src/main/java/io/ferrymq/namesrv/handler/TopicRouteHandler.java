package io.ferrymq.namesrv.handler;

import io.ferrymq.common.Clock;
import io.ferrymq.namesrv.LiveConfig;
import io.ferrymq.namesrv.NamesrvKeys;
import io.ferrymq.namesrv.kv.KvStore;
import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.TopicRouteAnswer;
import io.ferrymq.namesrv.route.TopicRoutes;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.GetRouteInfoRequestHeader;
import io.netty.buffer.ByteBuf;
import java.net.InetAddress;

/** {@code GET_ROUTEINFO_BY_TOPIC} (105, spec: remoting 8.1). Event loop. */
public final class TopicRouteHandler implements RequestHandler<GetRouteInfoRequestHeader> {
    private final RouteState routes;
    private final LiveConfig config;
    private final KvStore kv;
    private final Clock clock;
    private final long readyAtMs;

    /** @param readyAtMs routes are refused before */
    public TopicRouteHandler(RouteState routes, LiveConfig config, KvStore kv, Clock clock, long readyAtMs) {
        this.routes = routes;
        this.config = config;
        this.kv = kv;
        this.clock = clock;
        this.readyAtMs = readyAtMs;
    }

    @Override
    public void handle(RequestContext context, GetRouteInfoRequestHeader header, ByteBuf body) {
        long waitMs = readyAtMs - clock.nowMs();
        if (waitMs > 0) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "name server not ready: it gives routes in " + waitMs + " ms (keys needWaitForService, "
                            + "waitSecondsForService)");
            return;
        }
        TopicRouteAnswer route = TopicRoutes.find(
                routes.table(),
                new TopicRoutes.Question(
                        header.topic(),
                        Boolean.TRUE.equals(header.zoneMode()) ? header.zoneName() : null,
                        config.is(NamesrvKeys.SUPPORT_ACTING_MASTER)));
        if (route == null) {
            context.respond(
                    ResponseCode.TOPIC_NOT_EXIST,
                    "No topic route info in name server for the topic: " + header.topic());
            return;
        }
        InetAddress client = context.connection().remoteAddress().getAddress();
        TopicRouteAnswer shown = config.addressRules().shown(client, route);
        TopicRouteAnswer answer = config.is(NamesrvKeys.ORDER_MESSAGE_ENABLE)
                ? shown.withOrderTopicConf(kv.get(KvStore.ORDER_TOPIC_NAMESPACE, header.topic()))
                : shown;
        context.respond(
                Response.success(readsStandardJson(context, header) ? Json.encode(answer) : Json.encodeLegacy(answer)));
    }

    private static boolean readsStandardJson(RequestContext context, GetRouteInfoRequestHeader header) {
        return context.version() >= ProtocolVersion.STANDARD_JSON_ROUTE_MIN
                || Boolean.TRUE.equals(header.acceptStandardJsonOnly());
    }
}
