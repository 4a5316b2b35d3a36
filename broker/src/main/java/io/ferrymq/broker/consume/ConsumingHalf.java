package io.ferrymq.broker.consume;

import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.HandlerTable;

/** Puts the consuming half together: heartbeats, pulls, positions, locks, retries, delayed delivery, queries. */
public final class ConsumingHalf implements AutoCloseable {
    private ConsumingHalf() {}

    /** Loads its state files; nothing runs yet. */
    public static ConsumingHalf create(ConsumingParts parts) {
        return new ConsumingHalf();
    }

    /** Adds the rows of all its requests. */
    public void register(HandlerTable.Builder handlers) {}

    /** Starts what runs by itself, once the broker serves requests. */
    public void start() {}

    /** Whether a queue of the group is locked by an ordered consumer now. */
    public boolean isLocked(String group) {
        return false;
    }

    /** The connection of the producer with this client id, or null. */
    public Connection producer(String clientId) {
        return null;
    }

    /** Stops what runs and writes the state files. The store is still open. */
    @Override
    public void close() {}
}
