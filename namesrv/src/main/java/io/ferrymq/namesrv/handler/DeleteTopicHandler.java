package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.TopicChanges;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.header.DeleteTopicInNamesrvRequestHeader;
import io.netty.buffer.ByteBuf;

/** {@code DELETE_TOPIC_IN_NAMESRV} (216, spec: remoting 8.6). Route loop. */
public final class DeleteTopicHandler implements RequestHandler<DeleteTopicInNamesrvRequestHeader> {
    private final RouteState routes;

    public DeleteTopicHandler(RouteState routes) {
        this.routes = routes;
    }

    @Override
    public void handle(RequestContext context, DeleteTopicInNamesrvRequestHeader header, ByteBuf body) {
        String cluster = header.clusterName() == null || header.clusterName().isBlank() ? null : header.clusterName();
        routes.replace(TopicChanges.delete(routes.table(), header.topic(), cluster), "topic deleted");
        context.respond(Response.success());
    }
}
