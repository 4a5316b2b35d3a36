package io.ferrymq.namesrv.route;

import io.ferrymq.common.TopicConfig;
import io.ferrymq.namesrv.route.Registered.Accepted;
import io.ferrymq.namesrv.route.Registered.Refused;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Takes registrations into the table (spec: broker 2.3).
 *
 * <p>A registration with a single topic is accepted like any other. RocketMQ refuses it as the first one of a broker, because there an
 * increment that comes before the whole would keep the whole out, whose version is then known already. Here every registration is merged
 * in, whatever its version, so nothing is kept out.
 */
public final class Registrar {
    private final RouteTable table;
    private final Registration broker;
    private final RouteRules rules;
    private final long nowMs;

    private Registrar(RouteTable table, Registration broker, RouteRules rules, long nowMs) {
        this.table = table;
        this.broker = broker;
        this.rules = rules;
        this.nowMs = nowMs;
    }

    public static Registered register(RouteTable table, Registration broker, RouteRules rules, long nowMs) {
        return new Registrar(table, broker, rules, nowMs).register();
    }

    private Registered register() {
        String refusal = RegistrationChecks.refusal(table, broker, rules, nowMs);
        if (refusal != null) {
            return new Refused(refusal);
        }
        RouteTable others = withoutPredecessors();
        BrokerGroup known = others.group(broker.brokerName());
        BrokerMember previous = known == null ? null : known.withAddress(broker.address());
        BrokerMember member = member(previous);
        BrokerGroup group = known == null ? newGroup() : known;
        // A slave that is promoted keeps its address and changes its id.
        group = (previous == null ? group : group.without(previous)).with(member);
        boolean sameVersion = previous != null && previous.version().equals(member.version());
        if (!sameVersion) {
            group = group.withDeleted(Set.of());
        }
        SnapshotMap<TopicQueues> topics = isHeardOnTopics(group) ? topics(others, group, sameVersion) : others.topics();
        if (topics.size() > rules.topicsMax() && topics.size() > table.topicCount()) {
            return new Refused(
                    "topics: found " + topics.size() + ", the limit is " + rules.topicsMax() + " (key routeTopicsMax)");
        }
        return new Accepted(others.with(group.withTraits(broker.zoneName(), broker.actingMaster()), topics));
    }

    /**
     * One address is one process: what it registered before under another name is over (UP-101). What a dead cluster of the same name left
     * goes, too.
     */
    private RouteTable withoutPredecessors() {
        BrokerGroup group = table.group(broker.brokerName());
        boolean moved = group != null && !group.cluster().equals(broker.cluster());
        return table.without(member -> {
            boolean inGroup = group != null && member.equals(group.members().get(member.id()));
            return inGroup ? moved : member.address().equals(broker.address());
        });
    }

    private BrokerMember member(BrokerMember previous) {
        boolean confirmed = previous != null
                && (previous.confirmed()
                        || previous.version().equals(broker.topics().dataVersion()));
        return new BrokerMember(
                broker.brokerId(),
                broker.address(),
                broker.haServerAddr(),
                broker.timeoutMs(),
                nowMs,
                broker.topics().dataVersion(),
                confirmed,
                broker.filterServers(),
                broker.session());
    }

    private BrokerGroup newGroup() {
        return new BrokerGroup(
                broker.cluster(),
                broker.brokerName(),
                new TreeMap<>(),
                broker.zoneName(),
                broker.actingMaster(),
                Set.of());
    }

    /** The master speaks for its topics; the first slave only where it acts as master. */
    private boolean isHeardOnTopics(BrokerGroup group) {
        return broker.brokerId() == BrokerData.MASTER_ID
                || (broker.actingMaster() && group.minId() == broker.brokerId());
    }

    private SnapshotMap<TopicQueues> topics(RouteTable others, BrokerGroup group, boolean sameVersion) {
        SnapshotMap.Edit<TopicQueues> edit = others.topics().edit();
        // Thousands of topics have a handful of shapes; each is kept once.
        Map<QueueData, QueueData> shapes = new HashMap<>();
        Map<String, Object> mappings = broker.topics().topicQueueMappingInfoMap();
        for (TopicConfig topic : broker.topics().topicConfigTable().values()) {
            if (group.deleted().contains(topic.topicName())) {
                continue;
            }
            QueueData queue = shapes.computeIfAbsent(queue(topic), shape -> shape);
            TopicQueues known = edit.get(topic.topicName());
            TopicQueues changed = (known == null ? TopicQueues.NONE : known).with(queue);
            Object mapping = mappings.get(topic.topicName());
            if (mapping != null) {
                changed = changed.withMapping(broker.brokerName(), mapping);
            }
            RouteTable.put(edit, topic.topicName(), known, changed);
        }
        // An increment always brings a new version: only a repeated one is surely whole.
        if (rules.removeMissingTopics() && sameVersion && mappings.isEmpty()) {
            removeMissing(others, edit);
        }
        return edit.done();
    }

    private QueueData queue(TopicConfig topic) {
        return new QueueData(
                broker.brokerName(), topic.readQueueNums(), topic.writeQueueNums(), topic.perm(), topic.topicSysFlag());
    }

    private void removeMissing(RouteTable others, SnapshotMap.Edit<TopicQueues> edit) {
        Set<String> registered = new HashSet<>();
        broker.topics().topicConfigTable().values().forEach(topic -> registered.add(topic.topicName()));
        others.topics().forEach((topic, queues) -> {
            if (!registered.contains(topic)) {
                RouteTable.put(edit, topic, queues, queues.without(broker.brokerName()));
            }
        });
    }
}
