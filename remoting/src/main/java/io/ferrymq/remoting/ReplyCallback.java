package io.ferrymq.remoting;

import io.ferrymq.remoting.exception.RemotingException;

/** Hears of the end of one call, exactly once, on an event loop: must not block. */
public interface ReplyCallback {
    /** The peer answered, with whatever code. */
    void onReply(Reply reply);

    /** No answer: not connected, not sent, connection lost, or timed out. */
    void onFailure(RemotingException cause);
}
