package io.ferrymq.distribution.admin.group;

import io.ferrymq.remoting.protocol.route.BrokerData;
import picocli.CommandLine.Option;

/** Whose positions a command moves: those of a group on a topic, everywhere or in one cluster. */
final class GroupOnTopic {
    @Option(
            names = {"-g", "--group"},
            required = true,
            description = "The consumer group.")
    private String group;

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-c", "--cluster"},
            description = "Only at the brokers of this cluster.")
    private String cluster;

    String group() {
        return group.trim();
    }

    String topic() {
        return topic.trim();
    }

    /** The cluster, or null for all. */
    String cluster() {
        return cluster;
    }

    boolean isIn(BrokerData broker) {
        return cluster == null || cluster.trim().equals(broker.cluster());
    }
}
