package io.ferrymq.broker.client;

import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import io.ferrymq.store.EntryFilter;
import java.util.Objects;

/**
 * What a group wants of a topic, ready for use.
 *
 * @param filter what of a queue's entries matches; tags only, so that colliding hash codes are left to the client
 */
public record Subscription(SubscriptionData data, EntryFilter filter) {
    public Subscription {
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(filter, "filter");
    }

    public static Subscription of(SubscriptionData data) {
        return new Subscription(data, TagFilter.of(data));
    }
}
