package io.ferrymq.remoting;

import io.netty.util.AttributeKey;

/** Where a channel remembers its connection. */
final class ConnectionKey {
    static final AttributeKey<Connection> KEY = AttributeKey.valueOf(ConnectionKey.class, "connection");

    private ConnectionKey() {}
}
