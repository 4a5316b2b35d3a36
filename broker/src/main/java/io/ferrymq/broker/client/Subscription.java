package io.ferrymq.broker.client;

import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import io.ferrymq.store.EntryFilter;
import java.util.Objects;

/**
 * What a group wants of a topic, ready for use.
 *
 * @param filter what of a queue's entries matches; of tags their hash codes only, so that collisions are left to the client
 * @param problem why nothing can be served by it, a sentence; null when it is in order
 */
public record Subscription(SubscriptionData data, EntryFilter filter, String problem) {
    public Subscription {
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(filter, "filter");
    }
}
