package io.ferrymq.remoting;

import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.RequestCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call: first its request waits to be written, then the call for its answer. */
final class PendingCall extends WriteItem {
    private static final Logger LOG = LoggerFactory.getLogger(PendingCall.class);

    private final int opaque;
    private final int code;
    private final long timeoutMs;
    private final ReplyCallback callback;
    private final boolean mayMove;
    private final Request<?> request;
    // Event loop only, from when the request is written.
    private long deadlineNanos;

    /** @param mayMove whether the call goes elsewhere when the peer wishes so */
    PendingCall(int opaque, Request<?> request, long timeoutMs, ReplyCallback callback, boolean mayMove) {
        this.opaque = opaque;
        this.code = request.code();
        this.timeoutMs = timeoutMs;
        this.callback = callback;
        this.mayMove = mayMove;
        this.request = request;
    }

    int opaque() {
        return opaque;
    }

    int code() {
        return code;
    }

    long timeoutMs() {
        return timeoutMs;
    }

    boolean mayMove() {
        return mayMove;
    }

    Request<?> request() {
        return request;
    }

    ReplyCallback callback() {
        return callback;
    }

    @Override
    int sizeBytes() {
        return request.sizeBytes();
    }

    @Override
    void write(Connection connection, long nowNanos) {
        begin(nowNanos);
        connection.write(this);
    }

    @Override
    void lost(RemotingException cause) {
        fail(cause);
    }

    /** Event loop: its time begins. */
    void begin(long nowNanos) {
        deadlineNanos = nowNanos + timeoutMs * 1_000_000;
    }

    boolean isOverdue(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }

    // What listens is a stranger here: its failure must not end the connection that carries the calls of others. That
    // may be a checked exception, which other languages throw undeclared.
    void reply(Reply reply) {
        try {
            callback.onReply(reply);
        } catch (Throwable e) {
            LOG.error("listener to the answer of {} failed", RequestCode.nameOf(code), e);
        }
    }

    void fail(RemotingException cause) {
        try {
            callback.onFailure(cause);
        } catch (Throwable e) {
            LOG.error("listener to the failure of {} failed", RequestCode.nameOf(code), e);
        }
    }
}
