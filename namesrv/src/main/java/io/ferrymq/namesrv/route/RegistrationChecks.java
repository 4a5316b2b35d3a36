package io.ferrymq.namesrv.route;

import io.ferrymq.common.TopicConfig;

/** What keeps a registration out of the table, each with a sentence for the broker's operator. */
final class RegistrationChecks {
    private RegistrationChecks() {}

    /** The reason, or null when the broker may register. */
    static String refusal(RouteTable table, Registration broker, RouteRules rules, long nowMs) {
        String bad = badName(broker);
        if (bad != null) {
            return bad;
        }
        BrokerGroup group = table.group(broker.brokerName());
        if (group == null) {
            return table.groups().size() < rules.brokersMax()
                    ? null
                    : "broker names: the limit is " + rules.brokersMax() + " (key routeBrokersMax)";
        }
        if (group.members().size() >= RouteRules.MEMBERS_MAX && !group.members().containsKey(broker.brokerId())) {
            return "broker name '" + group.name() + "' has " + group.members().size() + " ids, the limit is "
                    + RouteRules.MEMBERS_MAX;
        }
        String clash = clusterClash(group, broker, nowMs);
        return clash != null ? clash : idClash(group, broker, nowMs);
    }

    private static String badName(Registration broker) {
        if (isBad(broker.brokerName()) || isBad(broker.cluster()) || isBad(broker.address())) {
            return "brokerName '" + shortened(broker.brokerName()) + "', clusterName '" + shortened(broker.cluster())
                    + "' and brokerAddr '" + shortened(broker.address()) + "' must have 1 to "
                    + RouteRules.NAME_MAX_CHARS + " characters each";
        }
        if (broker.brokerId() < 0) {
            return "brokerId: found " + broker.brokerId() + ", allowed: 0 or more";
        }
        for (TopicConfig topic : broker.topics().topicConfigTable().values()) {
            if (isBad(topic.topicName())) {
                return "topic '" + shortened(topic.topicName()) + "': found "
                        + topic.topicName().length() + " characters, allowed are 1 to " + RouteRules.NAME_MAX_CHARS;
            }
        }
        return null;
    }

    private static boolean isBad(String name) {
        return name == null || name.isBlank() || name.length() > RouteRules.NAME_MAX_CHARS;
    }

    private static String shortened(String name) {
        return name == null || name.length() <= 64 ? name : name.substring(0, 64) + "…";
    }

    /** Two clusters that use one broker name would mix their topics (UP-022). */
    private static String clusterClash(BrokerGroup group, Registration broker, long nowMs) {
        if (group.cluster().equals(broker.cluster())) {
            return null;
        }
        return group.members().values().stream()
                .filter(member -> member.isAlive(nowMs) && !member.address().equals(broker.address()))
                .findFirst()
                .map(member -> "broker name '" + group.name() + "' is in use in cluster '" + group.cluster() + "' at "
                        + member.address() + "; give the one of cluster '" + broker.cluster() + "' at "
                        + broker.address() + " another brokerName, or stop the other first")
                .orElse(null);
    }

    /**
     * An id belongs to one process at a time. It changes hands when its holder is gone, when a slave of the group is promoted (its address
     * is known here under another id), or when a controller says so by a higher state version.
     */
    private static String idClash(BrokerGroup group, Registration broker, long nowMs) {
        BrokerMember holder = group.members().get(broker.brokerId());
        if (holder == null || holder.address().equals(broker.address()) || !holder.isAlive(nowMs)) {
            return null;
        }
        long known = holder.version().stateVersion();
        long given = broker.topics().dataVersion().stateVersion();
        boolean promoted = group.withAddress(broker.address()) != null;
        if (given > known || (promoted && given == known)) {
            return null;
        }
        return "broker name '" + group.name() + "' with id " + holder.id() + " is in use at " + holder.address()
                + ", last heard of " + (nowMs - holder.lastSeenMs()) + " ms ago; the one at " + broker.address()
                + " may take over after " + holder.timeoutMs()
                + " ms of silence. Give it another brokerName or brokerId, or stop the other first";
    }
}
