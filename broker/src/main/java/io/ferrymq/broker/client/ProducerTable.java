package io.ferrymq.broker.client;

import io.ferrymq.remoting.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The producer groups that have members online. */
public final class ProducerTable {
    private final Map<String, Map<Connection, ClientLink>> groups = new ConcurrentHashMap<>();
    private final Map<String, ClientLink> byClientId = new ConcurrentHashMap<>();
    private final AtomicInteger memberCount = new AtomicInteger();
    private final AtomicInteger turn = new AtomicInteger();

    /** False when the table holds as many members as it may. */
    boolean register(String group, ClientLink link, int membersMax) {
        boolean[] full = {false};
        groups.compute(group, (name, members) -> {
            if (members != null && members.containsKey(link.connection())) {
                members.put(link.connection(), link);
                return members;
            }
            if (memberCount.get() >= membersMax) {
                full[0] = true;
                return members;
            }
            Map<Connection, ClientLink> grown = members == null ? new ConcurrentHashMap<>() : members;
            grown.put(link.connection(), link);
            memberCount.incrementAndGet();
            return grown;
        });
        if (!full[0]) {
            byClientId.put(link.clientId(), link);
        }
        return !full[0];
    }

    void unregister(String group, ClientLink link) {
        groups.computeIfPresent(group, (name, members) -> {
            if (members.remove(link.connection()) != null) {
                memberCount.decrementAndGet();
            }
            return members.isEmpty() ? null : members;
        });
        if (groups.values().stream().noneMatch(members -> members.containsKey(link.connection()))) {
            byClientId.remove(link.clientId(), link);
        }
    }

    void removeConnection(ClientLink link) {
        for (String group : groups.keySet()) {
            unregister(group, link);
        }
        byClientId.remove(link.clientId(), link);
    }

    public int memberCount() {
        return memberCount.get();
    }

    /** The members of a group; empty when none is online. */
    public List<ClientLink> members(String group) {
        Map<Connection, ClientLink> members = groups.get(group);
        return members == null ? List.of() : List.copyOf(members.values());
    }

    /** All groups with their members, by name. */
    public Map<String, List<ClientLink>> all() {
        Map<String, List<ClientLink>> copy = new TreeMap<>();
        groups.forEach((group, members) -> copy.put(group, List.copyOf(members.values())));
        return copy;
    }

    /** A member that can be asked now, each time another one; null when there is none. */
    public ClientLink nextMember(String group) {
        List<ClientLink> able = new ArrayList<>(members(group));
        able.removeIf(
                link -> !link.connection().isActive() || !link.connection().isWritable());
        return able.isEmpty() ? null : able.get(Math.floorMod(turn.getAndIncrement(), able.size()));
    }

    /** The producer with this client id, for pushing it a reply; null when it is not online. */
    public ClientLink findClient(String clientId) {
        return byClientId.get(clientId);
    }
}
