package io.ferrymq.namesrv.handler;

import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.TopicChanges;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.header.WipeWritePermRequestHeader;
import io.ferrymq.remoting.protocol.header.WipeWritePermResponseHeader;
import io.netty.buffer.ByteBuf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code WIPE_WRITE_PERM_OF_BROKER} (205, spec: remoting 8.6): routes show the broker's topics without write permission until it is given
 * back or the broker takes its leave, whatever it registers meanwhile. Route loop.
 */
public final class WipeWritePermHandler implements RequestHandler<WipeWritePermRequestHeader> {
    private static final Logger LOG = LoggerFactory.getLogger(WipeWritePermHandler.class);

    private final RouteState routes;

    public WipeWritePermHandler(RouteState routes) {
        this.routes = routes;
    }

    @Override
    public void handle(RequestContext context, WipeWritePermRequestHeader header, ByteBuf body) {
        // Only a known name is remembered, so that strangers cannot fill the table.
        if (routes.table().group(header.brokerName()) != null) {
            routes.replace(routes.table().withWriteWiped(header.brokerName(), true), "write permission wiped");
            LOG.info("write permission of broker {} wiped by {}", header.brokerName(), context.connection());
        }
        int topics = TopicChanges.countOf(routes.table(), header.brokerName());
        context.respond(Response.success(new WipeWritePermResponseHeader(topics)));
    }
}
