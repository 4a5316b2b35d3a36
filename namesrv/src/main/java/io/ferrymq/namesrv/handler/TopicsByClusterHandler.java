package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.LiveConfig;
import io.ferrymq.namesrv.NamesrvKeys;
import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.TopicLists;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.header.GetTopicsByClusterRequestHeader;
import io.netty.buffer.ByteBuf;

/** {@code GET_TOPICS_BY_CLUSTER} (224, spec: remoting 8.6). Event loop. */
public final class TopicsByClusterHandler implements RequestHandler<GetTopicsByClusterRequestHeader> {
    private final RouteState routes;
    private final LiveConfig config;

    public TopicsByClusterHandler(RouteState routes, LiveConfig config) {
        this.routes = routes;
        this.config = config;
    }

    @Override
    public void handle(RequestContext context, GetTopicsByClusterRequestHeader header, ByteBuf body) {
        context.respond(
                config.is(NamesrvKeys.ENABLE_TOPIC_LIST)
                        ? Bodies.topics(TopicLists.ofCluster(routes.table(), header.cluster()))
                        : Bodies.disabled(NamesrvKeys.ENABLE_TOPIC_LIST.name()));
    }
}
