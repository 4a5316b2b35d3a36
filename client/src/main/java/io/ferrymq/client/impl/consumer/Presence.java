package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.store.AsyncOffsetStore;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.impl.factory.RegisteredConsumer;
import io.ferrymq.common.Clock;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A consumer as a member of its group: made known at the start, once more when a connection was lost, and taken out at the end. */
final class Presence {
    private static final long FIRST_HEARTBEAT_MAX_MS = 1_000;
    /** A broker that takes connections and ends them at once is not pestered. */
    private static final long RETURN_MIN_MS = 1_000;

    private final Group group;
    private final ClientInstance instance;
    private final Clock clock;
    private final AtomicLong returnedMs = new AtomicLong();
    private boolean duplicate;

    Presence(Group group, ClientInstance instance, Clock clock) {
        this.group = group;
        this.instance = instance;
        this.clock = clock;
    }

    /** @throws MQClientException when positions cannot be loaded, or the group is in this process already: nothing is registered then */
    void register(RegisteredConsumer consumer, AsyncOffsetStore store) throws MQClientException {
        store.load();
        duplicate = true;
        instance.registerConsumer(group.name(), consumer);
        duplicate = false;
    }

    /** Whether the process has a consumer of this group and client id already. */
    boolean isDuplicate() {
        return duplicate;
    }

    /** @throws MQClientException when a broker refuses a subscription */
    void check(Set<SubscriptionData> wanted) throws MQClientException {
        Waiting.atMost(instance.settings().apiTimeoutMs(), instance.routes().refreshAll(), group);
        new SubscriptionCheck(group, instance).all(wanted);
    }

    /**
     * Tells the brokers for the first time, and people which of the topics are missing.
     *
     * @return done when the brokers know, or after a moment
     */
    CompletableFuture<Void> announce(Set<String> topics) {
        MissingTopics.tell(group, topics, instance.routes());
        return instance.heartbeat().copy().completeOnTimeout(null, FIRST_HEARTBEAT_MAX_MS, TimeUnit.MILLISECONDS);
    }

    /** A connection has ended: connects again at once, so that this member hears soon what has become of its queues. */
    void comeBack() {
        long nowMs = clock.nowMs();
        long beforeMs = returnedMs.get();
        if (nowMs - beforeMs >= RETURN_MIN_MS && returnedMs.compareAndSet(beforeMs, nowMs)) {
            instance.heartbeat();
        }
    }

    void leave() {
        Waiting.atEnd(instance.settings().apiTimeoutMs(), instance.unregisterConsumer(group.name()), group);
    }
}
