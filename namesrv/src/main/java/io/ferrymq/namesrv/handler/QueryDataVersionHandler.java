package io.ferrymq.namesrv.handler;

import io.ferrymq.common.Clock;
import io.ferrymq.common.DataVersion;
import io.ferrymq.namesrv.route.BrokerMember;
import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.Sessions;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.QueryDataVersionRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryDataVersionResponseHeader;
import io.netty.buffer.ByteBuf;

/**
 * {@code QUERY_DATA_VERSION} (322, spec: remoting 8.4): a broker asks whether it must register, and is alive. As long as it is not sure
 * that all of its topics are here the answer is yes. Route loop.
 */
public final class QueryDataVersionHandler implements RequestHandler<QueryDataVersionRequestHeader> {
    private final RouteState routes;
    private final Sessions sessions;
    private final Clock clock;

    public QueryDataVersionHandler(RouteState routes, Sessions sessions, Clock clock) {
        this.routes = routes;
        this.sessions = sessions;
        this.clock = clock;
    }

    @Override
    public void handle(RequestContext context, QueryDataVersionRequestHeader header, ByteBuf body) {
        DataVersion given;
        try {
            given = Json.decode(Bodies.bytes(body), DataVersion.class);
        } catch (JsonException e) {
            context.respond(ResponseCode.SYSTEM_ERROR, e.getMessage());
            return;
        }
        long session = sessions.of(context.connection());
        routes.replace(
                routes.table().seen(header.brokerName(), header.brokerAddr(), session, clock.nowMs()), "version query");
        BrokerMember member = routes.table().member(header.brokerName(), header.brokerAddr());
        boolean changed =
                member == null || !member.confirmed() || !member.version().equals(given);
        Response<QueryDataVersionResponseHeader> answer = Response.success(new QueryDataVersionResponseHeader(changed));
        context.respond(member == null ? answer : answer.withBody(Json.encode(member.version())));
    }
}
