package io.ferrymq.client.impl.consumer;

import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What a consumer wants, by topic. May change while it runs. Thread-safe. */
public final class SubscriptionTable {
    private final Map<String, SubscriptionData> byTopic = new ConcurrentHashMap<>();

    /** A newer subscription has a greater version than the one it replaces, whatever the clock says: brokers go by that. */
    public void put(SubscriptionData subscription) {
        byTopic.merge(
                subscription.topic(),
                subscription,
                (old, next) -> next.subVersion() > old.subVersion() ? next : next.withSubVersion(old.subVersion() + 1));
    }

    public void remove(String topic) {
        byTopic.remove(topic);
    }

    /** Null when the topic is not subscribed. */
    public SubscriptionData of(String topic) {
        return byTopic.get(topic);
    }

    public Set<String> topics() {
        return Set.copyOf(byTopic.keySet());
    }

    public Set<SubscriptionData> all() {
        return Set.copyOf(byTopic.values());
    }
}
