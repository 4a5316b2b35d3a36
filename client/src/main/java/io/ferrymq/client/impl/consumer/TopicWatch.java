package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.TopicMessageQueueChangeListener;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.common.message.MessageQueue;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the application when the queues of a topic have changed. The first look says what there is and tells nobody. Thread-safe. */
public final class TopicWatch {
    private static final Logger LOG = LoggerFactory.getLogger(TopicWatch.class);

    private final UnaryOperator<MessageQueue> withoutNamespace;
    private final Map<String, TopicMessageQueueChangeListener> listeners = new ConcurrentHashMap<>();
    private final Map<String, Set<MessageQueue>> seen = new ConcurrentHashMap<>();

    /** @param withoutNamespace queues as the application knows them */
    public TopicWatch(UnaryOperator<MessageQueue> withoutNamespace) {
        this.withoutNamespace = withoutNamespace;
    }

    /** One listener a topic: the last one counts. */
    public void add(String topic, TopicMessageQueueChangeListener listener) {
        listeners.put(topic, listener);
    }

    Set<String> topics() {
        return Set.copyOf(listeners.keySet());
    }

    /** The queues of a topic as they are when the watch begins; none for a topic that is not there. */
    void begin(String topic, Collection<MessageQueue> queues) {
        seen.putIfAbsent(topic, Set.copyOf(queues));
    }

    /** May call the application. */
    synchronized void look(TopicRoute route) {
        TopicMessageQueueChangeListener listener = listeners.get(route.topic());
        if (listener == null) {
            return;
        }
        Set<MessageQueue> queues = Set.copyOf(route.readQueues());
        Set<MessageQueue> before = seen.put(route.topic(), queues);
        if (before == null || before.equals(queues)) {
            return;
        }
        Set<MessageQueue> bare = new HashSet<>();
        queues.forEach(queue -> bare.add(withoutNamespace.apply(queue)));
        String topic =
                withoutNamespace.apply(new MessageQueue(route.topic(), "", 0)).getTopic();
        try {
            listener.onChanged(topic, bare);
        } catch (RuntimeException e) {
            LOG.warn("the TopicMessageQueueChangeListener failed for topic {}", topic, e);
        }
    }
}
