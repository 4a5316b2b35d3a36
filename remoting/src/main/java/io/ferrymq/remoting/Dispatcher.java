package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.CommandHeader;
import io.ferrymq.remoting.codec.HeaderException;
import io.ferrymq.remoting.codec.HeaderFields;
import io.ferrymq.remoting.codec.MalformedFrameException;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes frames to their handlers, or to the calls that wait for them. The failures of spec remoting 1.10 are answered here. */
final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    /** Bodies in the hands of executors: more are refused, so that their queues are bounded in bytes, too. */
    private static final int HANDED_OVER_MAX_BYTES = 32 << 20;

    private final AtomicInteger handedOverBytes = new AtomicInteger();
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
        // What expects no answer cannot be sent away, so it is still served.
        if (leaving.getAsBoolean() && !header.isOneway() && header.version() > ProtocolVersion.GO_AWAY_ABOVE) {
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
        } else if (!row.handler().handleAtOnce(context, decoded, body)) {
            handOver(row, row.executor(), context, decoded, body);
        }
    }

    private <H> void handOver(
            HandlerTable.Row<H> row, Executor executor, RequestContext context, H header, ByteBuf body) {
        int bytes = body.readableBytes();
        if (handedOverBytes.addAndGet(bytes) > HANDED_OVER_MAX_BYTES) {
            handedOverBytes.addAndGet(-bytes);
            overloaded(context, "bodies of more than " + HANDED_OVER_MAX_BYTES + " bytes wait for their handlers");
            return;
        }
        // The socket's buffer goes on to the next frame, so whoever works later gets a copy.
        ByteBuf copy = bytes > 0 ? body.copy() : Unpooled.EMPTY_BUFFER;
        try {
            executor.execute(() -> {
                try {
                    handle(row, context, header, copy);
                } catch (MalformedFrameException e) {
                    LOG.warn("connection {} closed: {}", context.connection(), e.getMessage());
                    context.connection().close();
                } finally {
                    copy.release();
                    handedOverBytes.addAndGet(-bytes);
                }
            });
        } catch (RejectedExecutionException e) {
            copy.release();
            handedOverBytes.addAndGet(-bytes);
            overloaded(context, "too many requests wait");
        }
    }

    private static void overloaded(RequestContext context, String why) {
        context.respond(ResponseCode.SYSTEM_BUSY, "[OVERLOAD]system busy, start flow control for a while: " + why);
    }

    private static <H> void handle(HandlerTable.Row<H> row, RequestContext context, H header, ByteBuf body) {
        try {
            row.handler().handle(context, header, body);
        } catch (MalformedFrameException e) {
            throw e;
        } catch (JsonException e) {
            // The peer's fault, and the text says where: no reason for a stack trace.
            LOG.warn("{} from {}: {}", RequestCode.nameOf(context.code()), context.connection(), e.getMessage());
            if (!context.isAnswered()) {
                context.respond(ResponseCode.SYSTEM_ERROR, e.getMessage());
            }
        } catch (Exception e) {
            LOG.warn("{} from {} failed", RequestCode.nameOf(context.code()), context.connection(), e);
            if (!context.isAnswered()) {
                context.respond(ResponseCode.SYSTEM_ERROR, reason(e));
            }
        }
    }

    /**
     * What the peer is told. Sentences that this program made for it pass; those of the Java library tell of its inside and are for this
     * side's log only (UP-205).
     */
    private static String reason(Exception e) {
        boolean ours = e.getClass().getName().startsWith("io.ferrymq.")
                || (e instanceof IllegalArgumentException && !(e instanceof NumberFormatException));
        return ours && e.getMessage() != null ? e.getMessage() : "this server failed, its log says where";
    }
}
