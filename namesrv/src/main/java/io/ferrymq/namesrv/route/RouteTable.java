package io.ferrymq.namesrv.route;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Everything known of brokers and topics at one moment. Immutable: each change is a new table, swapped in whole.
 *
 * <p>Queues stand here as brokers registered them. That nobody may write to a broker whose write permission was wiped, or that has lost its
 * master, is applied when a route is read, so that nothing is lost when the reason ends.
 */
public final class RouteTable {
    public static final RouteTable EMPTY = new RouteTable(new TreeMap<>(), SnapshotMap.empty(), Set.of());

    private final SortedMap<String, BrokerGroup> groups;
    private final SnapshotMap<TopicQueues> topics;
    private final Set<String> writeWiped;

    RouteTable(SortedMap<String, BrokerGroup> groups, SnapshotMap<TopicQueues> topics, Set<String> writeWiped) {
        this.groups = Collections.unmodifiableSortedMap(groups);
        this.topics = topics;
        this.writeWiped = Set.copyOf(writeWiped);
    }

    /** All broker names' groups, sorted by name. */
    public Collection<BrokerGroup> groups() {
        return groups.values();
    }

    /** The group of a broker name, or null. */
    public BrokerGroup group(String brokerName) {
        return groups.get(brokerName);
    }

    /** The process of a broker name at an address, or null. */
    public BrokerMember member(String brokerName, String address) {
        BrokerGroup group = group(brokerName);
        return group == null ? null : group.withAddress(address);
    }

    SnapshotMap<TopicQueues> topics() {
        return topics;
    }

    public int topicCount() {
        return topics.size();
    }

    /** Whether an operator took the write permission of this broker away. */
    public boolean isWriteWiped(String brokerName) {
        return writeWiped.contains(brokerName);
    }

    RouteTable with(BrokerGroup group, SnapshotMap<TopicQueues> changedTopics) {
        SortedMap<String, BrokerGroup> changed = new TreeMap<>(groups);
        changed.put(group.name(), group);
        return new RouteTable(changed, changedTopics, writeWiped);
    }

    RouteTable with(BrokerGroup group) {
        return with(group, topics);
    }

    RouteTable with(SnapshotMap<TopicQueues> changedTopics) {
        return new RouteTable(groups, changedTopics, writeWiped);
    }

    /** A process is heard of: heartbeat or version query. Unknown ones change nothing: only a registration makes them known. */
    public RouteTable seen(String brokerName, String address, long session, long nowMs) {
        BrokerMember member = member(brokerName, address);
        return member == null ? this : with(group(brokerName).with(member.seen(nowMs, session)));
    }

    /** Without some processes; a broker name that loses its last one leaves all topics, and a topic its last broker the table. */
    RouteTable without(Predicate<BrokerMember> gone) {
        SortedMap<String, BrokerGroup> left = new TreeMap<>();
        Set<String> ended = new HashSet<>();
        boolean changed = false;
        for (BrokerGroup group : groups.values()) {
            BrokerGroup rest = group;
            for (BrokerMember member : group.members().values()) {
                rest = gone.test(member) ? rest.without(member) : rest;
            }
            changed |= rest.members().size() < group.members().size();
            if (rest.members().isEmpty()) {
                ended.add(group.name());
            } else {
                left.put(group.name(), rest);
            }
        }
        if (!changed) {
            return this;
        }
        return new RouteTable(left, ended.isEmpty() ? topics : topicsWithout(ended), writeWiped);
    }

    private SnapshotMap<TopicQueues> topicsWithout(Set<String> brokerNames) {
        SnapshotMap.Edit<TopicQueues> edit = topics.edit();
        topics.forEach((topic, queues) -> {
            TopicQueues rest = queues;
            for (String brokerName : brokerNames) {
                rest = rest.without(brokerName);
            }
            put(edit, topic, queues, rest);
        });
        return edit.done();
    }

    // Unchanged queues are the same object, and compared as such because there are many.
    @SuppressWarnings("ReferenceEquality")
    static void put(SnapshotMap.Edit<TopicQueues> edit, String topic, TopicQueues known, TopicQueues changed) {
        if (changed.isEmpty()) {
            edit.remove(topic);
        } else if (changed != known) {
            edit.put(topic, changed);
        }
    }

    /** Without all that registered over a connection which ended. What has registered again over a newer one stays (UP-021). */
    public RouteTable connectionEnded(long session) {
        return without(member -> member.session() == session);
    }

    /** Without those that were silent for too long. */
    public RouteTable expire(long nowMs) {
        return without(member -> !member.isAlive(nowMs));
    }

    /** The processes that {@link #expire} would drop. */
    public List<BrokerMember> expired(long nowMs) {
        List<BrokerMember> expired = new ArrayList<>();
        groups.values().forEach(group -> group.members().values().stream()
                .filter(member -> !member.isAlive(nowMs))
                .forEach(expired::add));
        return expired;
    }

    /**
     * A broker takes its leave. It does not count when the process has registered over a newer connection since, as a restarted one has.
     * A wiped write permission ends with the broker: after its restart it is written to again.
     *
     * @param session of the connection over which the leave came; 0 when nothing registered over it
     */
    public RouteTable unregister(String brokerName, long id, String address, long session) {
        BrokerGroup group = group(brokerName);
        BrokerMember member = group == null ? null : group.members().get(id);
        if (member == null || !member.address().equals(address) || (session != 0 && member.session() > session)) {
            return this;
        }
        RouteTable left = without(member::equals);
        return left.group(brokerName) == null ? left.withWriteWiped(brokerName, false) : left;
    }

    /** Takes the write permission of a broker away or gives it back as it was registered. */
    public RouteTable withWriteWiped(String brokerName, boolean wiped) {
        Set<String> changed = new HashSet<>(writeWiped);
        boolean isNew = wiped ? changed.add(brokerName) : changed.remove(brokerName);
        return isNew ? new RouteTable(groups, topics, changed) : this;
    }
}
