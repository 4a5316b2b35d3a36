package io.ferrymq.remoting;

/** Hears of a client's connections, by the address it called; on an event loop, so it must not block. */
public interface ConnectionWatcher {
    /** Does nothing. */
    ConnectionWatcher NONE = address -> {};

    /** A connection was made. */
    void connected(String address);

    /** A connection that had been made has ended; by now there may be a newer one. */
    default void disconnected(String address) {}
}
