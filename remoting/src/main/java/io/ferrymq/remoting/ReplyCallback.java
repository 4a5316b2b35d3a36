package io.ferrymq.remoting;

import io.ferrymq.remoting.exception.RemotingException;

/** Hears of the end of one call, exactly once, on an event loop: must not block. */
public interface ReplyCallback {
    /** The peer answered, with whatever code. */
    void onReply(Reply reply);

    /** Whether the answer is done with once {@link #onReply} has returned: then it need not be copied for it. */
    default boolean readsReplyAtOnce() {
        return false;
    }

    /** No answer: not connected, not sent, connection lost, or timed out. */
    void onFailure(RemotingException cause);
}
