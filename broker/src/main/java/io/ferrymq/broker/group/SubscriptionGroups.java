package io.ferrymq.broker.group;

import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.state.StateSaver;
import io.ferrymq.common.Clock;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.io.StateFile;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.common.topic.NameRules;
import io.ferrymq.remoting.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/** The consumer groups this broker knows, and which of them may not read which topics. Changes as with topics: in force at once. */
public final class SubscriptionGroups {
    /** The bit of a forbidden operation that stands for reading. */
    private static final int READ_BIT = 1 << 2;

    private final Map<String, SubscriptionGroupConfig> groups;
    private final Map<String, Map<String, Integer>> forbidden;
    private final LiveConfig config;
    private final Clock clock;
    private final StateSaver saver;
    private final List<GroupListener> listeners = new CopyOnWriteArrayList<>();

    // Guarded by this: changes are made one after the other, reads need no lock.
    private volatile DataVersion version;

    SubscriptionGroups(GroupsFile content, LiveConfig config, Clock clock, Executor executor, StateFile file) {
        this.groups = new ConcurrentHashMap<>(content.subscriptionGroupTable());
        this.forbidden = new ConcurrentHashMap<>(content.forbiddenTable());
        this.version = content.dataVersion();
        this.config = config;
        this.clock = clock;
        this.saver = new StateSaver(
                file.path().toString(),
                executor,
                () -> file.write(new String(Json.encodePretty(content()), StandardCharsets.UTF_8)));
    }

    /** The group, or null when it does not exist. */
    public SubscriptionGroupConfig find(String group) {
        return groups.get(group);
    }

    /** The group, created when it is new and {@code autoCreateSubscriptionGroup} allows it; null when it does not or the name is illegal. */
    public SubscriptionGroupConfig findOrCreate(String group) {
        SubscriptionGroupConfig found = groups.get(group);
        if (found != null || !mayCreate(group)) {
            return found;
        }
        synchronized (this) {
            SubscriptionGroupConfig created = SubscriptionGroupConfig.of(group);
            found = groups.putIfAbsent(group, created);
            if (found == null) {
                changed();
                return created;
            }
            return found;
        }
    }

    private boolean mayCreate(String group) {
        boolean wanted = config.current().get(BrokerKeys.AUTO_CREATE_SUBSCRIPTION_GROUP)
                || (MixAll.isSysConsumerGroup(group) && config.current().get(BrokerKeys.ENABLE_CREATE_SYS_GROUP));
        return wanted && NameRules.checkGroupOfAnyClient(group).isEmpty();
    }

    /** Creates a group or replaces its settings. */
    public synchronized void put(SubscriptionGroupConfig group) {
        if (!group.equals(groups.put(group.groupName(), group))) {
            changed();
        }
    }

    /**
     * Forgets a group; one that is not there is no error.
     *
     * @param removeOffsets whether its positions go, too
     */
    public synchronized void delete(String group, boolean removeOffsets) {
        boolean known = groups.remove(group) != null;
        known |= forbidden.remove(group) != null;
        if (known) {
            changed();
        }
        listeners.forEach(listener -> listener.onDeleted(group, removeOffsets));
    }

    /** Takes over a master's whole table with its version. Positions of groups that are no more go only where the master removed them. */
    public synchronized void replaceAll(
            Map<String, SubscriptionGroupConfig> all,
            Map<String, Map<String, Integer>> allForbidden,
            DataVersion newVersion) {
        if (newVersion.equals(version) && all.equals(groups) && allForbidden.equals(forbidden)) {
            return;
        }
        groups.putAll(all);
        groups.keySet().retainAll(all.keySet());
        forbidden.putAll(allForbidden);
        forbidden.keySet().retainAll(allForbidden.keySet());
        version = newVersion;
        saver.markChanged();
    }

    /** Whether reading this topic is not forbidden to the group. */
    public boolean mayRead(String group, String topic) {
        return (forbidden.getOrDefault(group, Map.of()).getOrDefault(topic, 0) & READ_BIT) == 0;
    }

    public synchronized void setReadable(String group, String topic, boolean readable) {
        Map<String, Integer> ofGroup = new HashMap<>(forbidden.getOrDefault(group, Map.of()));
        int before = ofGroup.getOrDefault(topic, 0);
        int after = readable ? before & ~READ_BIT : before | READ_BIT;
        if (before == after) {
            return;
        }
        if (after == 0) {
            ofGroup.remove(topic);
        } else {
            ofGroup.put(topic, after);
        }
        if (ofGroup.isEmpty()) {
            forbidden.remove(group);
        } else {
            forbidden.put(group, Map.copyOf(ofGroup));
        }
        changed();
    }

    private void changed() {
        version = version.next(clock.nowMs());
        saver.markChanged();
    }

    /** A copy of all groups by name. */
    public Map<String, SubscriptionGroupConfig> all() {
        return Map.copyOf(groups);
    }

    /** Group to topic to bits of forbidden operations. */
    public Map<String, Map<String, Integer>> forbidden() {
        return Map.copyOf(forbidden);
    }

    public DataVersion version() {
        return version;
    }

    public void addListener(GroupListener listener) {
        listeners.add(listener);
    }

    /** Completes when everything changed so far is on disk. */
    public CompletableFuture<Void> saved() {
        return saver.saved();
    }

    /** Writes the file now, when something is unsaved: at the end. */
    public void saveNow() {
        saver.saveNow();
    }

    /** What the file of groups holds. */
    synchronized GroupsFile content() {
        return new GroupsFile(version, forbidden, groups);
    }
}
