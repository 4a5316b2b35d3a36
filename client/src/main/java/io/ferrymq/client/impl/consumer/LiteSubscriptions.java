package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.MessageQueueListener;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * What a lite pull consumer wants: topics, whose queues are shared out in the group, or queues that the application names. The first of the two
 * that is used decides. Thread-safe.
 */
public final class LiteSubscriptions {
    private final SubscriptionTable topics = new SubscriptionTable();
    private final Map<String, MessageQueueListener> listeners = new ConcurrentHashMap<>();
    private final Map<String, SubscriptionData> ofAssigned = new ConcurrentHashMap<>();
    private volatile Set<MessageQueue> assigned = Set.of();
    private volatile Set<SubscriptionData> told = Set.of();
    private Type type = Type.NONE;

    private enum Type {
        NONE,
        SUBSCRIBE,
        ASSIGN
    }

    private synchronized void use(Type wanted) {
        if (type == Type.NONE) {
            type = wanted;
        } else if (type != wanted) {
            throw new IllegalStateException("Subscribe and assign are mutually exclusive: this consumer "
                    + (type == Type.ASSIGN ? "was given queues by assign" : "has subscribed topics"));
        }
    }

    /** @throws IllegalStateException when queues were assigned */
    public void checkSubscribing() {
        use(Type.SUBSCRIBE);
    }

    /**
     * @param listener hears which queues of the topic this consumer has; null for none
     * @throws IllegalStateException when queues were assigned
     */
    public void subscribe(SubscriptionData subscription, MessageQueueListener listener) {
        use(Type.SUBSCRIBE);
        if (listener != null) {
            listeners.put(subscription.topic(), listener);
        }
        topics.put(subscription);
    }

    public void unsubscribe(String topic) {
        topics.remove(topic);
        listeners.remove(topic);
    }

    /** @throws IllegalStateException when a topic was subscribed */
    public void assign(Collection<MessageQueue> queues) {
        use(Type.ASSIGN);
        assigned = Set.copyOf(queues);
    }

    /** What is wanted of a topic whose queues are assigned. */
    public void wantOfAssigned(SubscriptionData subscription) {
        ofAssigned.put(subscription.topic(), subscription);
    }

    /** Brokers are told these instead of the topics that are subscribed. */
    public void tell(Set<SubscriptionData> subscriptions) {
        told = Set.copyOf(subscriptions);
    }

    public Set<SubscriptionData> told() {
        return told;
    }

    public boolean isAssigning() {
        return !assigned.isEmpty();
    }

    public Set<MessageQueue> assigned() {
        return assigned;
    }

    /** For a topic, as it was subscribed. */
    MessageQueueListener listener(String topic) {
        return listeners.get(topic);
    }

    SubscriptionTable table() {
        return topics;
    }

    /** What to pull of a topic: null when it is not, or no longer, wanted. */
    SubscriptionData of(String topic) {
        SubscriptionData subscribed = topics.of(topic);
        if (subscribed != null || !isAssigning()) {
            return subscribed;
        }
        return ofAssigned.computeIfAbsent(
                topic, name -> FilterAPI.buildSubscriptionData(name, SubscriptionData.SUB_ALL, 0));
    }

    Set<SubscriptionData> forHeartbeat() {
        return told.isEmpty() ? topics.all() : told;
    }

    /** All topics that have to do with this consumer. */
    Set<String> topics() {
        Set<String> all = assigned.stream().map(MessageQueue::getTopic).collect(Collectors.toSet());
        all.addAll(topics.topics());
        return all;
    }
}
