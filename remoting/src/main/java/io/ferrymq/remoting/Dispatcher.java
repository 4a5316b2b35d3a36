package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.CommandHeader;
import io.ferrymq.remoting.codec.HeaderException;
import io.ferrymq.remoting.codec.HeaderFields;
import io.ferrymq.remoting.codec.MalformedFrameException;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes frames to their handlers, or to the calls that wait for them. The failures of spec remoting 1.10 are answered here. */
final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    private final HandlerTable handlers;
    private final Runnable afterBurst;
    private final BooleanSupplier leaving;

    /**
     * @param afterBurst run on the event loop after the answers of each read went out
     * @param leaving whether this side is shutting down and sends its peers away
     */
    Dispatcher(HandlerTable handlers, Runnable afterBurst, BooleanSupplier leaving) {
        this.handlers = handlers;
        this.afterBurst = afterBurst;
        this.leaving = leaving;
    }

    void burstServed() {
        afterBurst.run();
    }

    void dispatch(Connection connection, CommandHeader header, ByteBuf body) {
        if (header.isResponse()) {
            connection.completed(header, body);
        } else {
            serve(connection, header, handlers.row(header.code()), body);
        }
    }

    private <H> void serve(Connection connection, CommandHeader header, HandlerTable.Row<H> row, ByteBuf body) {
        if (row == null) {
            new RequestContext(connection, header, header.fields())
                    .respond(
                            ResponseCode.REQUEST_CODE_NOT_SUPPORTED,
                            " request type " + header.code() + " not supported");
            return;
        }
        HeaderFields fields =
                row.executor() == null ? header.fields() : header.fields().detach();
        RequestContext context = new RequestContext(connection, header, fields);
        if (leaving.getAsBoolean() && header.version() > ProtocolVersion.GO_AWAY_ABOVE) {
            context.respond(ResponseCode.GO_AWAY, "this server is shutting down");
            return;
        }
        H decoded;
        try {
            decoded = row.decode(header.fields());
        } catch (HeaderException e) {
            context.respond(ResponseCode.SYSTEM_ERROR, e.getMessage());
            return;
        }
        if (row.executor() == null) {
            handle(row, context, decoded, body);
        } else {
            handOver(row, row.executor(), context, decoded, body);
        }
    }

    private static <H> void handOver(
            HandlerTable.Row<H> row, Executor executor, RequestContext context, H header, ByteBuf body) {
        // The socket's buffer goes on to the next frame, so whoever works later gets a copy.
        ByteBuf copy = body.isReadable() ? body.copy() : Unpooled.EMPTY_BUFFER;
        try {
            executor.execute(() -> {
                try {
                    handle(row, context, header, copy);
                } finally {
                    copy.release();
                }
            });
        } catch (RejectedExecutionException e) {
            copy.release();
            context.respond(ResponseCode.SYSTEM_BUSY, "[OVERLOAD]system busy, start flow control for a while");
        }
    }

    private static <H> void handle(HandlerTable.Row<H> row, RequestContext context, H header, ByteBuf body) {
        try {
            row.handler().handle(context, header, body);
        } catch (MalformedFrameException e) {
            throw e;
        } catch (Exception e) {
            LOG.warn("{} from {} failed", RequestCode.nameOf(context.code()), context.connection(), e);
            if (!context.isAnswered()) {
                context.respond(ResponseCode.SYSTEM_ERROR, e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
    }
}
