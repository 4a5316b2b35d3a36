package io.ferrymq.broker.client;

import io.ferrymq.broker.client.ConsumerGroup.Member;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.protocol.heartbeat.ConsumerData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consumer groups that have members online. A group is an immutable snapshot, swapped whole when something changes; a
 * heartbeat that brings nothing new changes only the time it came.
 */
public final class ConsumerTable {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerTable.class);

    private final Map<String, ConsumerGroup> groups = new ConcurrentHashMap<>();
    private final AtomicInteger memberCount = new AtomicInteger();
    private final List<BiConsumer<String, String>> onWish = new CopyOnWriteArrayList<>();
    private final Subscriptions ready;

    /** @param ready compiles what members subscribe */
    public ConsumerTable(Subscriptions ready) {
        this.ready = ready;
    }

    /** What a heartbeat did to a group. */
    public enum Outcome {
        UNCHANGED,
        /** Members or topics are not what they were: the members must share the queues anew. */
        CHANGED,
        /** The table holds as many members as it may. */
        FULL
    }

    /** Hears of group and topic when a group with members online wants something else of a topic than before. */
    public void onChangedWish(BiConsumer<String, String> listener) {
        onWish.add(listener);
    }

    /** The group, null when none of its members is online. */
    public ConsumerGroup find(String group) {
        return groups.get(group);
    }

    public Collection<ConsumerGroup> all() {
        return List.copyOf(groups.values());
    }

    public int memberCount() {
        return memberCount.get();
    }

    /**
     * Takes what a heartbeat says of one group.
     *
     * @param fingerprint of the subscriptions; 0 for clients that send no fingerprints
     * @param keepSubscriptions the heartbeat leaves the subscriptions out: those known stay
     */
    Outcome register(ClientLink link, ConsumerData data, int fingerprint, boolean keepSubscriptions, int membersMax) {
        Outcome[] outcome = {Outcome.UNCHANGED};
        ConsumerGroup[] before = {null};
        groups.compute(data.groupName(), (name, group) -> {
            Member known = group == null ? null : group.members().get(link.connection());
            if (known == null && memberCount.get() >= membersMax) {
                outcome[0] = Outcome.FULL;
                return group;
            }
            Member member = member(link, data, fingerprint, keepSubscriptions, known);
            if (known != null && known.equals(member) && group.isSame(data)) {
                return group;
            }
            ConsumerGroup changed =
                    group == null ? ConsumerGroup.first(data, member, ready) : group.with(data, member, ready);
            boolean sameTopics = group != null
                    && group.subscriptions()
                            .keySet()
                            .equals(changed.subscriptions().keySet());
            if (known == null) {
                memberCount.incrementAndGet();
            }
            warn(changed, known, member);
            outcome[0] = known != null && sameTopics ? Outcome.UNCHANGED : Outcome.CHANGED;
            before[0] = group;
            return changed;
        });
        tellOfWishes(data.groupName(), before[0]);
        return outcome[0];
    }

    private static Member member(
            ClientLink link, ConsumerData data, int fingerprint, boolean keepSubscriptions, Member known) {
        if (!keepSubscriptions) {
            return Member.of(link, fingerprint, data.subscriptionDataSet());
        }
        return known == null
                ? Member.of(link, 0, List.of())
                : new Member(link, known.fingerprint(), known.subscriptions());
    }

    /** The group as it is when it has of this client just what the heartbeat says of it; else null. */
    ConsumerGroup standing(ClientLink link, ConsumerData data, int fingerprint, boolean keepSubscriptions) {
        ConsumerGroup group = data.groupName() == null ? null : groups.get(data.groupName());
        Member known = group == null ? null : group.members().get(link.connection());
        return known != null
                        && group.isSame(data)
                        && known.equals(member(link, data, fingerprint, keepSubscriptions, known))
                ? group
                : null;
    }

    /** Whether the connection is a member of the group's. */
    public boolean isMember(String group, Connection connection) {
        ConsumerGroup found = groups.get(group);
        return found != null && found.members().containsKey(connection);
    }

    /** Whether the group still has of this connection what it had at this fingerprint. */
    boolean knowsFingerprint(String group, Connection connection, int fingerprint) {
        ConsumerGroup found = groups.get(group);
        Member member = found == null ? null : found.members().get(connection);
        return member != null && member.fingerprint() == fingerprint;
    }

    /** What is wrong between this member and the others of the group; null when it is none. */
    GroupFindings findings(String group, Connection connection) {
        ConsumerGroup found = groups.get(group);
        Member member = found == null ? null : found.members().get(connection);
        return member == null ? null : new GroupFindings(found, member);
    }

    // Once: when the member comes, and when it subscribes otherwise.
    private static void warn(ConsumerGroup group, Member known, Member member) {
        if (known == null || !known.subscriptions().equals(member.subscriptions())) {
            new GroupFindings(group, member).subscriptions().forEach(LOG::warn);
        }
    }

    /** Whether the connection was a member, so that the others must share its queues. */
    boolean unregister(String group, Connection connection) {
        ConsumerGroup[] before = {null};
        groups.computeIfPresent(group, (name, found) -> {
            if (!found.members().containsKey(connection)) {
                return found;
            }
            before[0] = found;
            memberCount.decrementAndGet();
            return found.without(connection, ready);
        });
        tellOfWishes(group, before[0]);
        return before[0] != null;
    }

    // A new version alone, as published clients send with each change of their queues, is no other wish.
    private void tellOfWishes(String name, ConsumerGroup before) {
        ConsumerGroup now = groups.get(name);
        if (before == null || now == null) {
            return;
        }
        before.subscriptions().forEach((topic, then) -> {
            Subscription wish = now.subscription(topic);
            boolean same = wish == null
                    || (Objects.equals(wish.data().subString(), then.data().subString())
                            && Objects.equals(
                                    wish.data().expressionType(), then.data().expressionType()));
            if (!same) {
                onWish.forEach(listener -> listener.accept(name, topic));
            }
        });
    }

    /** Takes the connection out of all groups, and tells of which. */
    List<String> removeConnection(Connection connection) {
        List<String> left = new ArrayList<>();
        groups.forEach((name, group) -> {
            if (group.members().containsKey(connection) && unregister(name, connection)) {
                left.add(name);
            }
        });
        return left;
    }

    /** Groups with a member that subscribes the topic. */
    public List<String> groupsOf(String topic) {
        return groups.values().stream()
                .filter(group -> group.subscription(topic) != null)
                .map(ConsumerGroup::name)
                .toList();
    }
}
