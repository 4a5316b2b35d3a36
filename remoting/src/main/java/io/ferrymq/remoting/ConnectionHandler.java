package io.ferrymq.remoting;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of the pipeline: a connection's limits and its end. */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);

    private final Connection connection;
    private final long idleMaxMs;
    private final boolean accepted;
    private Future<?> idleCheck;
    private boolean ending;

    /** @param accepted whether the peer made the connection */
    ConnectionHandler(Connection connection, long idleMaxMs, boolean accepted) {
        this.connection = connection;
        this.idleMaxMs = idleMaxMs;
        this.accepted = accepted;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        scheduleIdleCheck(ctx, idleMaxMs);
        if (!accepted) {
            connection.endWhenUnanswered();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        connection.heard();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        // The timer would keep the connection in memory for as long as it may be idle.
        idleCheck.cancel(false);
        connection.closed();
    }

    /**
     * A client that does not take its answers is not read from until it does: its memory here stays bounded. The side that asks must go on
     * reading, or both would wait for one another; what it sends is bounded where it is sent.
     */
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (accepted) {
            ctx.channel().config().setAutoRead(ctx.channel().isWritable());
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Throwable reason = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        // The bytes that ended it are looked at once more when it closes: one cause, one line.
        if (reason instanceof IOException || ending) {
            LOG.debug("connection {} broke: {}", connection, reason.toString());
        } else {
            LOG.warn("connection {} closed: {}", connection, reason.toString());
        }
        ending = true;
        ctx.close();
    }

    // Clients heartbeat every 30 s and both sides answer, so a peer from which nothing was read for so long is gone.
    private void scheduleIdleCheck(ChannelHandlerContext ctx, long delayMs) {
        idleCheck = ctx.executor().schedule(() -> checkIdle(ctx), delayMs, TimeUnit.MILLISECONDS);
    }

    private void checkIdle(ChannelHandlerContext ctx) {
        if (!ctx.channel().isActive()) {
            return;
        }
        long idleMs = connection.silentMs();
        if (idleMs < idleMaxMs) {
            scheduleIdleCheck(ctx, idleMaxMs - idleMs);
        } else {
            LOG.info("connection {} closed: nothing came for {} ms (limit {} ms)", connection, idleMs, idleMaxMs);
            ctx.close();
        }
    }
}
