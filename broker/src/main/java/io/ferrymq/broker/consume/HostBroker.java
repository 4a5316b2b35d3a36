package io.ferrymq.broker.consume;

import io.ferrymq.store.HostBytes;

/** The broker that the consuming half is part of. Role and permission may change while it runs. */
public interface HostBroker {
    String name();

    String clusterName();

    /** {@code host:port} under which clients reach it. */
    String address();

    /** The same as records hold it. */
    HostBytes storeHost();

    boolean isReadable();

    boolean isWriteable();

    boolean isSlave();

    /** The master of a slave as {@code host:port}; empty while no nameserver knows one. */
    String masterAddress();
}
