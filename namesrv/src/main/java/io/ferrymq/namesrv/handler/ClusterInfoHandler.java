package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.LiveConfig;
import io.ferrymq.namesrv.route.AddressRules;
import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.RouteTable;
import io.ferrymq.namesrv.route.TopicLists;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.netty.buffer.ByteBuf;
import java.net.InetAddress;
import java.util.Map;
import java.util.TreeMap;

/** {@code GET_BROKER_CLUSTER_INFO} (106, spec: remoting 8.5). Event loop. */
public final class ClusterInfoHandler implements RequestHandler<Void> {
    private final RouteState routes;
    private final LiveConfig config;

    public ClusterInfoHandler(RouteState routes, LiveConfig config) {
        this.routes = routes;
        this.config = config;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        RouteTable table = routes.table();
        Map<String, BrokerData> brokers = new TreeMap<>();
        AddressRules rules = config.addressRules();
        InetAddress client = context.connection().remoteAddress().getAddress();
        table.groups().forEach(group -> brokers.put(group.name(), rules.shown(client, group.toBrokerData())));
        context.respond(Bodies.json(new ClusterInfo(brokers, TopicLists.clusters(table))));
    }
}
