package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.Sessions;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.header.UnregisterBrokerRequestHeader;
import io.netty.buffer.ByteBuf;

/** {@code UNREGISTER_BROKER} (104, spec: remoting 8.3). Route loop. */
public final class UnregisterBrokerHandler implements RequestHandler<UnregisterBrokerRequestHeader> {
    private final RouteState routes;
    private final Sessions sessions;

    public UnregisterBrokerHandler(RouteState routes, Sessions sessions) {
        this.routes = routes;
        this.sessions = sessions;
    }

    @Override
    public void handle(RequestContext context, UnregisterBrokerRequestHeader header, ByteBuf body) {
        long session = sessions.ifKnown(context.connection());
        routes.replace(
                routes.table().unregister(header.brokerName(), header.brokerId(), header.brokerAddr(), session),
                "it took its leave");
        context.respond(Response.success());
    }
}
