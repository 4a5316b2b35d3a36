package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.route.BrokerGroup;
import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.body.BrokerMemberGroup;
import io.ferrymq.remoting.protocol.body.GetBrokerMemberGroupResponseBody;
import io.ferrymq.remoting.protocol.header.GetBrokerMemberGroupRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.Map;

/** {@code GET_BROKER_MEMBER_GROUP} (901, spec: remoting 8.5): no addresses for an unknown broker. Event loop. */
public final class MemberGroupHandler implements RequestHandler<GetBrokerMemberGroupRequestHeader> {
    private final RouteState routes;

    public MemberGroupHandler(RouteState routes) {
        this.routes = routes;
    }

    @Override
    public void handle(RequestContext context, GetBrokerMemberGroupRequestHeader header, ByteBuf body) {
        BrokerGroup group = routes.table().group(header.brokerName());
        boolean known = group != null && group.cluster().equals(header.clusterName());
        Map<Long, String> addresses = known ? group.toBrokerData().brokerAddrs() : Map.of();
        context.respond(Bodies.json(new GetBrokerMemberGroupResponseBody(
                new BrokerMemberGroup(header.clusterName(), header.brokerName(), addresses))));
    }
}
