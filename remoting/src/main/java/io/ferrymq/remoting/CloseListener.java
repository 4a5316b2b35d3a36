package io.ferrymq.remoting;

/** Hears once, on the event loop, that a connection is gone: must not block. */
public interface CloseListener {
    void onClosed(Connection connection);
}
