package io.ferrymq.distribution.admin.group;

import io.ferrymq.common.MixAll;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.Connection;
import io.ferrymq.remoting.protocol.body.ConsumerConnection;
import io.ferrymq.remoting.protocol.body.TopicList;
import io.ferrymq.remoting.protocol.heartbeat.ConsumeType;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A group in one line.
 *
 * @param count its consumers online
 * @param version the lowest among them; empty as type and model are while nobody is online
 */
public record GroupSummary(
        String group, int count, String version, String type, String model, double consumeTps, long diffTotal) {
    /**
     * All groups, those furthest behind first.
     *
     * @param cluster only what its brokers know, or null
     * @param topic only how far they are in this one, or null
     */
    static List<GroupSummary> ofAll(Admin admin, String cluster, String topic)
            throws CommandFailed, InterruptedException {
        List<GroupSummary> summaries = new ArrayList<>();
        for (String group : names(admin, cluster)) {
            GroupView view = GroupView.inCluster(admin, group, cluster);
            GroupProgress progress = GroupProgress.of(view, topic, false);
            if (topic == null || !progress.queues().isEmpty()) {
                summaries.add(of(group, view.connection(), progress));
            }
        }
        summaries.sort(
                Comparator.comparingLong(GroupSummary::diffTotal).reversed().thenComparing(GroupSummary::group));
        return summaries;
    }

    // Groups that brokers hold, and groups of which only a retry topic is left. What the house itself uses is left out.
    private static Set<String> names(Admin admin, String cluster) throws CommandFailed, InterruptedException {
        Set<String> names = new TreeSet<>();
        byte[] topics = admin.nameserver(Request.of(RequestCode.GET_ALL_TOPIC_LIST_FROM_NAMESERVER))
                .body();
        Json.decode(topics, TopicList.class).topicList().stream()
                .filter(MixAll::isRetryTopic)
                .map(topic -> topic.substring(MixAll.RETRY_GROUP_TOPIC_PREFIX.length()))
                .forEach(names::add);
        Collection<BrokerData> brokers =
                cluster == null ? admin.clusterInfo().brokerAddrTable().values() : admin.brokers(cluster.trim());
        for (BrokerData broker : brokers) {
            names.addAll(GroupConfigs.all(admin, broker.masterElseSlaveAddr()).keySet());
        }
        names.removeIf(MixAll::isPredefinedGroup);
        return names;
    }

    private static GroupSummary of(String group, Optional<ConsumerConnection> online, GroupProgress progress) {
        if (online.isEmpty()) {
            return new GroupSummary(group, 0, "", "", "", progress.consumeTps(), progress.diffTotal());
        }
        ConsumerConnection connection = online.get();
        int version = connection.connectionSet().stream()
                .mapToInt(Connection::version)
                .min()
                .orElse(0);
        return new GroupSummary(
                group,
                connection.connectionSet().size(),
                ProtocolVersion.describe(version),
                type(connection.consumeType()),
                String.valueOf(connection.messageModel()),
                progress.consumeTps(),
                progress.diffTotal());
    }

    private static String type(ConsumeType type) {
        if (type == null) {
            return "";
        }
        return switch (type) {
            case CONSUME_ACTIVELY -> "PULL";
            case CONSUME_PASSIVELY -> "PUSH";
            case CONSUME_POP -> "POP";
        };
    }
}
