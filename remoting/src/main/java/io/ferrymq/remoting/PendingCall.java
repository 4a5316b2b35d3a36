package io.ferrymq.remoting;

import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.RequestCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call waiting for its answer. */
final class PendingCall {
    private static final Logger LOG = LoggerFactory.getLogger(PendingCall.class);

    private final int opaque;
    private final int code;
    private final long timeoutMs;
    private final long deadlineNanos;
    private final ReplyCallback callback;

    PendingCall(int opaque, int code, long timeoutMs, ReplyCallback callback) {
        this.opaque = opaque;
        this.code = code;
        this.timeoutMs = timeoutMs;
        this.deadlineNanos = System.nanoTime() + timeoutMs * 1_000_000;
        this.callback = callback;
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

    boolean isOverdue(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }

    // What listens is a stranger here: its failure must not end the connection that carries the calls of others.
    void reply(Reply reply) {
        try {
            callback.onReply(reply);
        } catch (RuntimeException e) {
            LOG.error("listener to the answer of {} failed", RequestCode.nameOf(code), e);
        }
    }

    void fail(RemotingException cause) {
        try {
            callback.onFailure(cause);
        } catch (RuntimeException e) {
            LOG.error("listener to the failure of {} failed", RequestCode.nameOf(code), e);
        }
    }
}
