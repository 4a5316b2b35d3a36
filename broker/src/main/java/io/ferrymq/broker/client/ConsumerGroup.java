package io.ferrymq.broker.client;

import io.ferrymq.common.MixAll;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.protocol.heartbeat.ConsumeType;
import io.ferrymq.remoting.protocol.heartbeat.ConsumerData;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A consumer group with members online, at one moment. Type, model and start are those of the latest heartbeat; the subscriptions
 * are those of all members together, so that a member which does not know a topic yet (or any more) does not take it from the others.
 *
 * @param members by connection
 * @param subscriptions by topic; of several members' the one with the greatest version
 */
public record ConsumerGroup(
        String name,
        ConsumeType consumeType,
        MessageModel messageModel,
        ConsumeFromWhere consumeFromWhere,
        Map<Connection, Member> members,
        Map<String, Subscription> subscriptions) {

    /**
     * One client as a member of the group.
     *
     * @param fingerprint of the subscriptions it sent last, 0 when it sends them each time
     */
    public record Member(ClientLink link, int fingerprint, Map<String, SubscriptionData> subscriptions) {
        static Member of(ClientLink link, int fingerprint, Collection<SubscriptionData> subscriptions) {
            Map<String, SubscriptionData> byTopic = new HashMap<>();
            for (SubscriptionData data : subscriptions) {
                if (data.topic() != null) {
                    byTopic.put(data.topic(), data);
                }
            }
            return new Member(link, fingerprint, Map.copyOf(byTopic));
        }

        /** The topics it subscribes besides the retry topics each member has; in order, for people. Empty when none are known. */
        Set<String> topics() {
            Set<String> own = new TreeSet<>(subscriptions.keySet());
            own.removeIf(MixAll::isRetryTopic);
            return own;
        }
    }

    /** Whether each member gets each message. */
    public boolean isBroadcasting() {
        return messageModel == MessageModel.BROADCASTING;
    }

    /** Null when no member subscribes the topic. */
    public Subscription subscription(String topic) {
        return subscriptions.get(topic);
    }

    /** What the group filters by expressions that can be used, by topic. */
    public Map<String, SubscriptionData> expressions() {
        Map<String, SubscriptionData> found = new HashMap<>();
        subscriptions.forEach((topic, subscription) -> {
            if (subscription.filter().wantsProperties()) {
                found.put(topic, subscription.data());
            }
        });
        return found;
    }

    /** Client ids of the members; one id on two connections counts once. */
    public List<String> clientIds() {
        return members.values().stream()
                .map(member -> member.link().clientId())
                .distinct()
                .toList();
    }

    /** The member with this client id, the latest if there are several; null when there is none. */
    public ClientLink findClient(String clientId) {
        ClientLink found = null;
        for (Member member : members.values()) {
            if (member.link().clientId().equals(clientId)) {
                found = member.link();
            }
        }
        return found;
    }

    /** Whether another connection of the group's goes by the client's id. */
    public boolean hasTwinOf(ClientLink link) {
        return members.values().stream()
                .map(Member::link)
                .anyMatch(other -> other.connection() != link.connection()
                        && other.clientId().equals(link.clientId()));
    }

    static ConsumerGroup first(ConsumerData data, Member member, Subscriptions ready) {
        return new ConsumerGroup(
                data.groupName(),
                data.consumeType(),
                data.messageModel(),
                data.consumeFromWhere(),
                Map.of(member.link().connection(), member),
                merge(List.of(member), member.link().connection(), Map.of(), ready));
    }

    ConsumerGroup with(ConsumerData data, Member member, Subscriptions ready) {
        Map<Connection, Member> all = new LinkedHashMap<>(members);
        // Behind the others, so that of two connections with one id the newer one is found.
        all.remove(member.link().connection());
        all.put(member.link().connection(), member);
        return new ConsumerGroup(
                name,
                data.consumeType(),
                data.messageModel(),
                data.consumeFromWhere(),
                Collections.unmodifiableMap(all),
                merge(all.values(), member.link().connection(), subscriptions, ready));
    }

    /** Null when nobody is left. */
    ConsumerGroup without(Connection connection, Subscriptions ready) {
        Map<Connection, Member> rest = new LinkedHashMap<>(members);
        rest.remove(connection);
        return rest.isEmpty()
                ? null
                : new ConsumerGroup(
                        name,
                        consumeType,
                        messageModel,
                        consumeFromWhere,
                        Collections.unmodifiableMap(rest),
                        merge(rest.values(), null, subscriptions, ready));
    }

    boolean isSame(ConsumerData data) {
        return consumeType == data.consumeType()
                && messageModel == data.messageModel()
                && consumeFromWhere == data.consumeFromWhere();
    }

    /** @param latest wins among equal versions */
    private static Map<String, Subscription> merge(
            Collection<Member> members, Connection latest, Map<String, Subscription> before, Subscriptions ready) {
        Map<String, SubscriptionData> newest = new HashMap<>();
        for (Member member : members) {
            member.subscriptions()
                    .forEach((topic, data) -> newest.merge(topic, data, (known, other) -> {
                        boolean later = other.subVersion() > known.subVersion()
                                || (member.link().connection() == latest && other.subVersion() == known.subVersion());
                        return later ? other : known;
                    }));
        }
        Map<String, Subscription> merged = new HashMap<>();
        newest.forEach((topic, data) -> {
            Subscription known = before.get(topic);
            merged.put(topic, known != null && known.data().equals(data) ? known : ready.of(data));
        });
        return Map.copyOf(merged);
    }
}
