package io.ferrymq.remoting;

/** Takes calls on that a peer which shuts down would not serve any more. */
interface MovedCalls {
    /** Event loop: the peer behind this connection answered GO_AWAY. */
    void moved(Connection connection, PendingCall call);
}
