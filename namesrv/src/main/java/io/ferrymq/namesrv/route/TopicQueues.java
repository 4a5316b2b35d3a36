package io.ferrymq.namesrv.route;

import io.ferrymq.remoting.protocol.route.QueueData;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The queues of one topic as brokers registered them, sorted by broker name so that every nameserver answers alike (UP-097). Immutable; a
 * bare array inside, because hundreds of brokers register thousands of topics each.
 */
final class TopicQueues {
    static final TopicQueues NONE = new TopicQueues(new QueueData[0], Map.of());

    private final QueueData[] queues;
    private final Map<String, Object> mappings;

    private TopicQueues(QueueData[] queues, Map<String, Object> mappings) {
        this.queues = queues;
        this.mappings = mappings;
    }

    /** One entry a broker. */
    List<QueueData> queues() {
        return Collections.unmodifiableList(Arrays.asList(queues));
    }

    /** What brokers said of a static topic, by broker name; carried as it came. */
    Map<String, Object> mappings() {
        return mappings;
    }

    /** Where the broker's entry is, or -(where it would be) - 1. */
    private int find(String brokerName) {
        int low = 0;
        int high = queues.length - 1;
        while (low <= high) {
            int mid = (low + high) >>> 1;
            int order = queues[mid].brokerName().compareTo(brokerName);
            if (order == 0) {
                return mid;
            } else if (order < 0) {
                low = mid + 1;
            } else {
                high = mid - 1;
            }
        }
        return -low - 1;
    }

    boolean has(String brokerName) {
        return find(brokerName) >= 0;
    }

    boolean isEmpty() {
        return queues.length == 0;
    }

    /** With one broker's queues; this very object when it has them already. */
    TopicQueues with(QueueData queue) {
        int at = find(queue.brokerName());
        if (at < 0) {
            int gap = -at - 1;
            QueueData[] changed = Arrays.copyOf(queues, queues.length + 1);
            System.arraycopy(queues, gap, changed, gap + 1, queues.length - gap);
            changed[gap] = queue;
            return new TopicQueues(changed, mappings);
        }
        if (queues[at].equals(queue)) {
            return this;
        }
        QueueData[] changed = queues.clone();
        changed[at] = queue;
        return new TopicQueues(changed, mappings);
    }

    TopicQueues withMapping(String brokerName, Object mapping) {
        if (mapping.equals(mappings.get(brokerName))) {
            return this;
        }
        Map<String, Object> changed = new HashMap<>(mappings);
        changed.put(brokerName, mapping);
        return new TopicQueues(queues, Collections.unmodifiableMap(changed));
    }

    /** Without one broker's queues; this very object when it has none. */
    TopicQueues without(String brokerName) {
        int at = find(brokerName);
        if (at < 0) {
            return this;
        }
        QueueData[] changed = Arrays.copyOf(queues, queues.length - 1);
        System.arraycopy(queues, at + 1, changed, at, queues.length - at - 1);
        if (!mappings.containsKey(brokerName)) {
            return new TopicQueues(changed, mappings);
        }
        Map<String, Object> rest = new HashMap<>(mappings);
        rest.remove(brokerName);
        return new TopicQueues(changed, Collections.unmodifiableMap(rest));
    }
}
