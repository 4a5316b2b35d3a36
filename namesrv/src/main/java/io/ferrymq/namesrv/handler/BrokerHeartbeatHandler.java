package io.ferrymq.namesrv.handler;

import io.ferrymq.common.Clock;
import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.Sessions;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.header.BrokerHeartbeatRequestHeader;
import io.netty.buffer.ByteBuf;

/** {@code BROKER_HEARTBEAT} (904, spec: remoting 8.4). Route loop. */
public final class BrokerHeartbeatHandler implements RequestHandler<BrokerHeartbeatRequestHeader> {
    private final RouteState routes;
    private final Sessions sessions;
    private final Clock clock;

    public BrokerHeartbeatHandler(RouteState routes, Sessions sessions, Clock clock) {
        this.routes = routes;
        this.sessions = sessions;
        this.clock = clock;
    }

    @Override
    public void handle(RequestContext context, BrokerHeartbeatRequestHeader header, ByteBuf body) {
        long session = sessions.of(context.connection());
        routes.replace(
                routes.table().seen(header.brokerName(), header.brokerAddr(), session, clock.nowMs()), "heartbeat");
        context.respond(Response.success());
    }
}
