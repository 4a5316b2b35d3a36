package io.ferrymq.namesrv.route;

import io.ferrymq.common.sysflag.TopicSysFlag;
import io.ferrymq.remoting.protocol.route.QueueData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Reads names out of the table, sorted (spec: remoting 8.6). */
public final class TopicLists {
    private TopicLists() {}

    public static List<String> all(RouteTable table) {
        return where(table, queue -> true);
    }

    public static List<String> ofCluster(RouteTable table, String cluster) {
        return where(table, queue -> table.group(queue.brokerName()).cluster().equals(cluster));
    }

    public static List<String> unit(RouteTable table) {
        return where(table, queue -> TopicSysFlag.hasUnitFlag(queue.topicSysFlag()));
    }

    public static List<String> unitSub(RouteTable table) {
        return where(table, queue -> TopicSysFlag.hasUnitSubFlag(queue.topicSysFlag()));
    }

    public static List<String> unitSubOfOthers(RouteTable table) {
        return where(
                table,
                queue -> TopicSysFlag.hasUnitSubFlag(queue.topicSysFlag())
                        && !TopicSysFlag.hasUnitFlag(queue.topicSysFlag()));
    }

    private static List<String> where(RouteTable table, Predicate<QueueData> anyQueue) {
        List<String> names = new ArrayList<>();
        table.topics().forEach((topic, queues) -> {
            if (queues.queues().stream().anyMatch(anyQueue)) {
                names.add(topic);
            }
        });
        names.sort(null);
        return names;
    }

    /** Broker names by cluster. */
    public static Map<String, Set<String>> clusters(RouteTable table) {
        Map<String, Set<String>> clusters = new TreeMap<>();
        table.groups().forEach(group -> clusters.computeIfAbsent(group.cluster(), cluster -> new TreeSet<>())
                .add(group.name()));
        return clusters;
    }

    /** The names that brokers use as topics: their clusters' and their own. */
    public static SortedSet<String> system(RouteTable table) {
        SortedSet<String> names = new TreeSet<>();
        clusters(table).forEach((cluster, brokers) -> {
            names.add(cluster);
            names.addAll(brokers);
        });
        return names;
    }
}
