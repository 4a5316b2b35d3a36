package io.ferrymq.client.impl.factory;

import io.ferrymq.common.MixAll;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The brokers that the known routes name, at one moment. Of two routes the one fetched later is right. */
public final class BrokerTable {
    static final BrokerTable EMPTY = new BrokerTable(Map.of(), Set.of());

    private final Map<String, BrokerData> byName;
    private final Set<String> withQueues;

    private BrokerTable(Map<String, BrokerData> byName, Set<String> withQueues) {
        this.byName = Map.copyOf(byName);
        this.withQueues = Set.copyOf(withQueues);
    }

    /** With the brokers of a new route, and without those that no route names any more. */
    BrokerTable with(TopicRoute newest, Collection<TopicRoute> all) {
        Map<String, BrokerData> next = new HashMap<>(byName);
        newest.data().brokerDatas().forEach(broker -> next.put(broker.brokerName(), broker));
        Set<String> named = all.stream()
                .flatMap(route -> route.data().brokerDatas().stream())
                .map(BrokerData::brokerName)
                .collect(Collectors.toSet());
        next.keySet().retainAll(named);
        Set<String> withQueues = all.stream()
                .flatMap(route -> route.data().queueDatas().stream())
                .filter(BrokerTable::isUsable)
                .map(QueueData::brokerName)
                .collect(Collectors.toSet());
        return new BrokerTable(next, withQueues);
    }

    /** Whether the brokers of the route are known just so. */
    boolean agreesWith(TopicRoute route) {
        return route.data().brokerDatas().stream().allMatch(broker -> broker.equals(byName.get(broker.brokerName())));
    }

    private static boolean isUsable(QueueData queues) {
        return (PermName.isWriteable(queues.perm()) && queues.writeQueueNums() > 0)
                || (PermName.isReadable(queues.perm()) && queues.readQueueNums() > 0);
    }

    /** Masters of brokers with queues that may be used, and their slaves if wanted: who has no queues need not know the client. */
    Set<String> addressesWithQueues(boolean slavesToo) {
        return byName.values().stream()
                .filter(broker -> withQueues.contains(broker.brokerName()))
                .flatMap(broker ->
                        slavesToo ? broker.brokerAddrs().values().stream() : Stream.ofNullable(broker.masterAddr()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Where to write: the master, or null when none is known. */
    public String masterAddress(String brokerName) {
        BrokerData broker = byName.get(brokerName);
        return broker == null ? null : broker.masterAddr();
    }

    /**
     * Where to read.
     *
     * @param onlyThisId when false and that broker is missing, the next slave or any other of the name stands in
     * @return null when there is none
     */
    public BrokerAddress find(String brokerName, long brokerId, boolean onlyThisId) {
        BrokerData broker = byName.get(brokerName);
        if (broker == null || broker.brokerAddrs().isEmpty()) {
            return null;
        }
        Map<Long, String> addresses = broker.brokerAddrs();
        if (addresses.containsKey(brokerId)) {
            return at(addresses, brokerId);
        }
        if (brokerId != MixAll.MASTER_ID && addresses.containsKey(brokerId + 1)) {
            return at(addresses, brokerId + 1);
        }
        return onlyThisId ? null : at(addresses, new TreeSet<>(addresses.keySet()).first());
    }

    private static BrokerAddress at(Map<Long, String> addresses, long id) {
        return new BrokerAddress(addresses.get(id), id != MixAll.MASTER_ID);
    }

    /** The name of the broker at an address, or null. */
    public String nameOf(String address) {
        return byName.values().stream()
                .filter(broker -> broker.brokerAddrs().containsValue(address))
                .map(BrokerData::brokerName)
                .findFirst()
                .orElse(null);
    }

    /** Masters and slaves. */
    public Set<String> allAddresses() {
        return byName.values().stream()
                .flatMap(broker -> broker.brokerAddrs().values().stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
