package io.ferrymq.client.impl.factory;

import io.ferrymq.remoting.protocol.heartbeat.ConsumerData;
import java.util.Set;

/** What a client instance needs of a consumer. */
public interface RegisteredConsumer {
    /** The consumer's part of a heartbeat. */
    ConsumerData heartbeatData();

    /** Topics whose routes it uses, its retry topic among them. */
    Set<String> topics();

    /** One of its topics has a new route; on an event loop, must not block. */
    void onRouteChanged(TopicRoute route);

    /** Members of the group came or went: share the queues out again. Must not block. */
    void onMembersChanged();

    /** A connection to a broker was made: who is in the group may be known there only now. Must not block. */
    default void onConnected(String brokerAddress) {
        onMembersChanged();
    }

    /** The connection to a broker has ended: what it granted for the life of the connection is over. Must not block. */
    default void onDisconnected(String brokerAddress) {}

    /** Stores the positions, at each interval; on a worker thread. */
    void persistOffsets();

    /** What brokers and tools may ask of it. */
    ConsumerControl control();
}
