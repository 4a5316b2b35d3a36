package io.ferrymq.broker.send;

import io.ferrymq.remoting.Connection;
import io.ferrymq.store.HostBytes;
import io.netty.util.AttributeKey;

/** The two hosts of a record: this broker, and the producer, whose bytes are made once for its connection. */
public final class StoreHost {
    private static final AttributeKey<HostBytes> BORN_HOST = AttributeKey.valueOf(StoreHost.class, "bornHost");

    private final HostBytes storeHost;

    public StoreHost(HostBytes storeHost) {
        this.storeHost = storeHost;
    }

    public HostBytes storeHost() {
        return storeHost;
    }

    public HostBytes bornHost(Connection connection) {
        HostBytes known = connection.attribute(BORN_HOST);
        if (known == null) {
            known = HostBytes.of(connection.remoteAddress());
            connection.attribute(BORN_HOST, known);
        }
        return known;
    }
}
