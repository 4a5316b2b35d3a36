package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.RouteTable;
import io.ferrymq.namesrv.route.TopicLists;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.TreeMap;

/** {@code GET_BROKER_CLUSTER_INFO} (106, spec: remoting 8.5). Event loop. */
public final class ClusterInfoHandler implements RequestHandler<Void> {
    private final RouteState routes;

    public ClusterInfoHandler(RouteState routes) {
        this.routes = routes;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        RouteTable table = routes.table();
        Map<String, BrokerData> brokers = new TreeMap<>();
        table.groups().forEach(group -> brokers.put(group.name(), group.toBrokerData()));
        context.respond(Bodies.json(new ClusterInfo(brokers, TopicLists.clusters(table))));
    }
}
