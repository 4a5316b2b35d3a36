package io.ferrymq.namesrv.route;

import io.ferrymq.remoting.protocol.route.QueueData;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** What operators and brokers change about single topics (spec: remoting 8.6). */
public final class TopicChanges {
    private TopicChanges() {}

    /**
     * Without a topic. A broker that still has it brings it back only with a new version of its topics, not with its next registration,
     * which may have been on its way already.
     *
     * @param cluster only the queues on brokers of this cluster; null for all
     */
    public static RouteTable delete(RouteTable table, String topic, String cluster) {
        TopicQueues queues = table.topics().get(topic);
        if (queues == null) {
            return table;
        }
        RouteTable changed = table;
        TopicQueues rest = queues;
        for (QueueData queue : queues.queues()) {
            BrokerGroup group = table.group(queue.brokerName());
            if (cluster == null || group.cluster().equals(cluster)) {
                rest = rest.without(queue.brokerName());
                Set<String> deleted = new HashSet<>(group.deleted());
                deleted.add(topic);
                changed = changed.with(group.withDeleted(deleted));
            }
        }
        SnapshotMap.Edit<TopicQueues> edit = table.topics().edit();
        RouteTable.put(edit, topic, queues, rest);
        return changed.with(edit.done());
    }

    /** With the queues of one topic on brokers that are known here; others are left out. */
    public static RouteTable add(RouteTable table, String topic, List<QueueData> queues, RouteRules rules) {
        TopicQueues known = table.topics().get(topic);
        if (known == null && table.topicCount() >= rules.topicsMax()) {
            throw new IllegalArgumentException("topics: the limit is " + rules.topicsMax() + " (key routeTopicsMax)");
        }
        TopicQueues changed = known == null ? TopicQueues.NONE : known;
        for (QueueData queue : queues) {
            if (queue.brokerName() != null && table.group(queue.brokerName()) != null) {
                changed = changed.with(queue);
            }
        }
        SnapshotMap.Edit<TopicQueues> edit = table.topics().edit();
        RouteTable.put(edit, topic, known, changed);
        return table.with(edit.done());
    }

    /** How many topics have queues on a broker. */
    public static int countOf(RouteTable table, String brokerName) {
        AtomicInteger count = new AtomicInteger();
        table.topics().forEach((topic, queues) -> {
            if (queues.has(brokerName)) {
                count.incrementAndGet();
            }
        });
        return count.get();
    }
}
