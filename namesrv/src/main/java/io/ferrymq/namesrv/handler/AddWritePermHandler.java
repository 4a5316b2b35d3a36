package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.TopicChanges;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.header.AddWritePermRequestHeader;
import io.ferrymq.remoting.protocol.header.AddWritePermResponseHeader;
import io.netty.buffer.ByteBuf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code ADD_WRITE_PERM_OF_BROKER} (327, spec: remoting 8.6): ends a wipe. Each topic has the permission again that its broker registered,
 * so a topic that was read-only stays so. Route loop.
 */
public final class AddWritePermHandler implements RequestHandler<AddWritePermRequestHeader> {
    private static final Logger LOG = LoggerFactory.getLogger(AddWritePermHandler.class);

    private final RouteState routes;

    public AddWritePermHandler(RouteState routes) {
        this.routes = routes;
    }

    @Override
    public void handle(RequestContext context, AddWritePermRequestHeader header, ByteBuf body) {
        if (routes.table().isWriteWiped(header.brokerName())) {
            routes.replace(routes.table().withWriteWiped(header.brokerName(), false), "write permission given back");
            LOG.info("write permission of broker {} given back by {}", header.brokerName(), context.connection());
        }
        int topics = TopicChanges.countOf(routes.table(), header.brokerName());
        context.respond(Response.success(new AddWritePermResponseHeader(topics)));
    }
}
