package io.ferrymq.remoting.protocol.heartbeat;

import io.ferrymq.remoting.protocol.Copies;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.Required;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a client is, sent by it every 30 s: body of {@code HEART_BEAT} (34).
 *
 * @param heartbeatFingerprint not 0 when the client lets the broker keep its subscriptions between heartbeats
 * @param withoutSub the subscriptions are left out: the broker keeps those it has
 */
public record HeartbeatData(
        String clientID,
        Set<ProducerData> producerDataSet,
        Set<ConsumerData> consumerDataSet,
        int heartbeatFingerprint,
        boolean withoutSub) {
    public HeartbeatData {
        Required.member(clientID, "clientID");
        producerDataSet = Copies.set(producerDataSet);
        consumerDataSet = Copies.set(consumerDataSet);
    }

    /** A full heartbeat of the first form. */
    public static HeartbeatData of(String clientID, Set<ProducerData> producers, Set<ConsumerData> consumers) {
        return new HeartbeatData(clientID, producers, consumers, 0, false);
    }

    /** The same in the second form: with the fingerprint of its subscriptions. */
    public HeartbeatData withFingerprint() {
        return new HeartbeatData(clientID, producerDataSet, consumerDataSet, fingerprint(), false);
    }

    /** What follows a heartbeat {@link #withFingerprint()} as long as nothing changes. */
    public HeartbeatData withoutSubscriptions() {
        Set<ConsumerData> bare = consumerDataSet.stream()
                .map(consumer -> consumer.withSubscriptions(Set.of()))
                .collect(Collectors.toUnmodifiableSet());
        return new HeartbeatData(clientID, producerDataSet, bare, heartbeatFingerprint, true);
    }

    // Brokers compare fingerprints for equality only. Versions are clock readings and would change it without cause.
    private int fingerprint() {
        int sum = 0;
        for (ConsumerData consumer : consumerDataSet) {
            int group = hash(consumer.withSubscriptions(Set.of()));
            for (SubscriptionData subscription : consumer.subscriptionDataSet()) {
                group ^= 31 * hash(subscription.withSubVersion(0));
            }
            sum += group;
        }
        return sum == 0 ? 1 : sum;
    }

    private static int hash(Object value) {
        return Arrays.hashCode(Json.encode(value));
    }
}
