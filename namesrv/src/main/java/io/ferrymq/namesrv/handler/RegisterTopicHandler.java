package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.LiveConfig;
import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.TopicChanges;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.RegisterTopicRequestHeader;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import io.netty.buffer.ByteBuf;

/** {@code REGISTER_TOPIC_IN_NAMESRV} (217, spec: remoting 8.6): one topic more of known brokers. Route loop. */
public final class RegisterTopicHandler implements RequestHandler<RegisterTopicRequestHeader> {
    private final RouteState routes;
    private final LiveConfig config;

    public RegisterTopicHandler(RouteState routes, LiveConfig config) {
        this.routes = routes;
        this.config = config;
    }

    @Override
    public void handle(RequestContext context, RegisterTopicRequestHeader header, ByteBuf body) {
        try {
            TopicRouteData route = Json.decode(Bodies.bytes(body), TopicRouteData.class);
            routes.replace(
                    TopicChanges.add(routes.table(), header.topic(), route.queueDatas(), config.routeRules()),
                    "topic registered");
            context.respond(Response.success());
        } catch (JsonException | IllegalArgumentException e) {
            context.respond(ResponseCode.SYSTEM_ERROR, e.getMessage());
        }
    }
}
