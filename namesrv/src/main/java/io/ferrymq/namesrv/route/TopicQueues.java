package io.ferrymq.namesrv.route;

import io.ferrymq.remoting.protocol.route.QueueData;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The queues of one topic as brokers registered them, sorted by broker name so that every nameserver answers alike (UP-097).
 *
 * @param queues one entry a broker
 * @param mappings what brokers said of a static topic, by broker name; carried as it came
 */
record TopicQueues(List<QueueData> queues, Map<String, Object> mappings) {
    static final TopicQueues NONE = new TopicQueues(List.of(), Map.of());

    TopicQueues {
        queues = List.copyOf(queues);
        mappings = Map.copyOf(mappings);
    }

    /** Where the broker's entry is, or -(where it would be) - 1. */
    private int find(String brokerName) {
        int low = 0;
        int high = queues.size() - 1;
        while (low <= high) {
            int mid = (low + high) >>> 1;
            int order = queues.get(mid).brokerName().compareTo(brokerName);
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
        return queues.isEmpty();
    }

    /** With one broker's queues; this very object when it has them already. */
    TopicQueues with(QueueData queue) {
        int at = find(queue.brokerName());
        if (at >= 0 && queues.get(at).equals(queue)) {
            return this;
        }
        List<QueueData> changed = new ArrayList<>(queues);
        if (at >= 0) {
            changed.set(at, queue);
        } else {
            changed.add(-at - 1, queue);
        }
        return new TopicQueues(changed, mappings);
    }

    TopicQueues withMapping(String brokerName, Object mapping) {
        if (mapping.equals(mappings.get(brokerName))) {
            return this;
        }
        Map<String, Object> changed = new HashMap<>(mappings);
        changed.put(brokerName, mapping);
        return new TopicQueues(queues, changed);
    }

    /** Without one broker's queues; this very object when it has none. */
    TopicQueues without(String brokerName) {
        int at = find(brokerName);
        if (at < 0) {
            return this;
        }
        List<QueueData> changed = new ArrayList<>(queues);
        changed.remove(at);
        Map<String, Object> rest = new HashMap<>(mappings);
        rest.remove(brokerName);
        return new TopicQueues(changed, rest);
    }
}
