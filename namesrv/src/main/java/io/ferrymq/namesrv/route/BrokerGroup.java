package io.ferrymq.namesrv.route;

import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The processes behind one broker name: a master (id 0) and its slaves.
 *
 * @param actingMaster whether the slave with the lowest id stands in while there is no master; its topics are read-only then
 * @param deleted topics that an operator deleted here while the broker still has them; ignored until its version changes
 */
public record BrokerGroup(
        String cluster,
        String name,
        SortedMap<Long, BrokerMember> members,
        String zoneName,
        boolean actingMaster,
        Set<String> deleted) {
    public BrokerGroup {
        members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
        deleted = Set.copyOf(deleted);
    }

    public boolean hasMaster() {
        return members.containsKey(BrokerData.MASTER_ID);
    }

    public BrokerMember master() {
        return members.get(BrokerData.MASTER_ID);
    }

    /** The lowest id; a group has at least one member. */
    public long minId() {
        return members.firstKey();
    }

    BrokerMember withAddress(String address) {
        return members.values().stream()
                .filter(member -> member.address().equals(address))
                .findFirst()
                .orElse(null);
    }

    /** Whether its topics must not be written just now, for want of a master. */
    boolean isReadOnly() {
        return actingMaster && !hasMaster();
    }

    BrokerGroup with(BrokerMember member) {
        SortedMap<Long, BrokerMember> changed = new TreeMap<>(members);
        changed.put(member.id(), member);
        return withMembers(changed);
    }

    /** Without a member; without any it is no group any more, which the caller sees to. */
    BrokerGroup without(BrokerMember member) {
        SortedMap<Long, BrokerMember> changed = new TreeMap<>(members);
        changed.remove(member.id());
        return withMembers(changed);
    }

    private BrokerGroup withMembers(SortedMap<Long, BrokerMember> changed) {
        return new BrokerGroup(cluster, name, changed, zoneName, actingMaster, deleted);
    }

    BrokerGroup withDeleted(Set<String> topics) {
        return new BrokerGroup(cluster, name, members, zoneName, actingMaster, topics);
    }

    BrokerGroup withTraits(String zone, boolean acting) {
        return new BrokerGroup(cluster, name, members, zone, acting, deleted);
    }

    /** As routes and cluster listings show it. */
    public BrokerData toBrokerData() {
        Map<Long, String> addresses = new LinkedHashMap<>();
        members.values().forEach(member -> addresses.put(member.id(), member.address()));
        return new BrokerData(cluster, name, addresses, zoneName, actingMaster);
    }
}
