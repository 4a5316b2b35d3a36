package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.LiveConfig;
import io.ferrymq.namesrv.route.BrokerMember;
import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.RouteTable;
import io.ferrymq.namesrv.route.TopicLists;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.body.TopicList;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * {@code GET_SYSTEM_TOPIC_LIST_FROM_NS} (304, spec: remoting 8.6): the names of clusters and brokers, and a broker that knows the others.
 * Event loop.
 */
public final class SystemTopicListHandler implements RequestHandler<Void> {
    private final RouteState routes;
    private final LiveConfig config;

    public SystemTopicListHandler(RouteState routes, LiveConfig config) {
        this.routes = routes;
        this.config = config;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        RouteTable table = routes.table();
        String broker = table.groups().stream()
                .flatMap(group -> group.members().values().stream())
                .map(BrokerMember::address)
                .findFirst()
                .orElse(null);
        context.respond(Bodies.json(new TopicList(
                config.addressRules().shown(context.connection().remoteAddress().getAddress(), broker),
                List.copyOf(TopicLists.system(table)))));
    }
}
