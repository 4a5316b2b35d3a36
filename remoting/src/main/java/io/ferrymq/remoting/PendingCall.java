package io.ferrymq.remoting;

import io.ferrymq.remoting.exception.RemotingException;

/** A call waiting for its answer. */
final class PendingCall {
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

    void reply(Reply reply) {
        callback.onReply(reply);
    }

    void fail(RemotingException cause) {
        callback.onFailure(cause);
    }
}
