package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.client.consumer.store.AsyncOffsetStore;
import io.ferrymq.client.consumer.store.OffsetStore;
import io.ferrymq.client.consumer.store.ReadOffsetType;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.impl.factory.ConsumerControl;
import io.ferrymq.client.impl.factory.RegisteredConsumer;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.common.Clock;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.remoting.protocol.body.ConsumerRunningInfo;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import io.ferrymq.remoting.protocol.heartbeat.ConsumeType;
import io.ferrymq.remoting.protocol.heartbeat.ConsumerData;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running push consumer: the one place where its parts are put together, started and ended. */
public final class PushConsumerEngine implements RegisteredConsumer {
    private static final Logger LOG = LoggerFactory.getLogger(PushConsumerEngine.class);
    private static final long REBALANCE_MS = Long.getLong("rocketmq.client.rebalance.waitInterval", 20_000);
    private static final long HOUSEKEEPING_MS = 1_000;
    private static final long CALLS_AT_END_MAX_MS = 5_000;

    private final PushConsumerSpec spec;
    private final ClientInstance instance;
    private final Clock clock = Clock.system();
    private final Presence presence;
    private final Coordinator coordinator;
    private final ConsumePool pool;
    private final Gate gate = new Gate();
    private final Complaints complaints = new Complaints();
    private final ConsumerStats stats = new ConsumerStats(clock);
    private final AsyncOffsetStore store;
    private final BrokerLine brokers;
    private final BrokerMembers members;
    private final Retries retries;
    private final QueueLease lease;
    private final LeaseTimes leaseTimes = LeaseTimes.fromProperties();
    private final Ownership ownership;
    private final ConsumeService service;
    private final Assignments assignments;
    private final Rebalancer rebalancer;
    private final long startedMs = clock.nowMs();
    private long leasesRenewedMs = startedMs;

    public PushConsumerEngine(PushConsumerSpec spec, ClientInstance instance) {
        Group group = spec.group();
        this.spec = spec;
        this.instance = instance;
        presence = new Presence(group, instance, clock);
        coordinator = new Coordinator(group.name());
        pool = new ConsumePool(group.name(), spec.threadsMin(), spec.threadsMax());
        brokers = new BrokerLine(instance.routes()::brokers, instance.brokers().link());
        members = new BrokerMembers(group.name(), brokers, clock);
        store = OffsetStores.of(group, spec.offsetStore(), instance, brokers);
        retries = new BrokerRetries(group, brokers, new KnownRoutes(instance.routes())::of, spec.decoding(), clock);
        lease = new QueueLease(group, new BrokerLocks(group, brokers), leaseTimes, clock);
        ownership = new Ownership(group, store, () -> true, this::lost);
        service = service();
        assignments = new Assignments(group, store, assignmentTools());
        rebalancer = new Rebalancer(group, rebalanceTools(), assignments);
    }

    private ConsumeService service() {
        ListenerEnvironment env = new ListenerEnvironment(
                spec.group(),
                pool,
                retries,
                spec.settings(),
                new ListenerHooks(spec.group(), spec.consumeHooks()),
                stats,
                coordinator,
                clock);
        return spec.listener() instanceof MessageListenerOrderly orderly
                ? new OrderlyConsume(orderly, env, lease, leaseTimes)
                : new ConcurrentConsume((MessageListenerConcurrently) spec.listener(), env);
    }

    private AssignmentTools assignmentTools() {
        return new AssignmentTools(
                new HandOver(store, clock),
                new StartOffset(spec.group(), store, new BrokerQueueBounds(brokers)),
                service,
                lease,
                leaseTimes.lifeMs(),
                pulling(),
                complaints,
                clock,
                coordinator,
                coordinator,
                this::onMembersChanged);
    }

    private PullEnvironment pulling() {
        return new PullEnvironment(
                spec.group(),
                new BrokerPulls(brokers, instance.brokers().pulls(), () -> BrokerPulls.TIMEOUT_MS),
                new PulledMessages(
                        spec.group(),
                        spec.decoding(),
                        spec.filterHooks(),
                        new BatchLimit(spec.group(), spec.settings())),
                () -> spec.settings().get().pulls(),
                spec.subscriptions()::of,
                this::limits,
                queue -> spec.group().isBroadcasting() ? 0 : store.readOffset(queue, ReadOffsetType.READ_FROM_MEMORY),
                gate,
                stats,
                instance::heartbeat,
                ownership,
                this::moved,
                complaints,
                coordinator,
                clock);
    }

    private RebalanceTools rebalanceTools() {
        return new RebalanceTools(
                spec.subscriptions()::topics,
                instance.routes()::cached,
                instance.routes()::fetch,
                members,
                spec.strategy(),
                spec.queueListener(),
                instance::heartbeat,
                coordinator,
                coordinator,
                clock);
    }

    private FlowLimits limits(String topic) {
        PushSettings now = spec.settings().get();
        boolean shared = now.pullThresholdForTopic() >= 0 || now.pullThresholdSizeForTopicMiB() >= 0;
        return FlowLimits.of(now, shared ? assignments.count(topic) : 1, service.isOrderly());
    }

    private void moved(ProcessQueue queue, long asked, PullMessageResponseHeader header) {
        String why = OffsetMove.why(asked, header);
        long delayMs = header.nextBeginOffset() == asked ? spec.settings().get().exceptionDelayMs() : 0;
        coordinator.after(delayMs, () -> {
            if (assignments.isCurrent(queue)) {
                assignments.moveTo(queue.queue(), header.nextBeginOffset(), why);
            }
        });
    }

    /** Whether the start failed because the process has a consumer of this group and client id already. */
    public boolean isDuplicate() {
        return presence.isDuplicate();
    }

    /** @throws MQClientException when the group is here already, or a broker refuses a subscription; the consumer has ended then */
    public void start() throws MQClientException {
        try {
            presence.register(this, store);
        } catch (MQClientException e) {
            coordinator.stop();
            throw e;
        }
        try {
            presence.check(spec.subscriptions().all());
        } catch (MQClientException e) {
            shutdown();
            throw e;
        }
        lease.tick(List.of());
        presence.announce(topics()).whenComplete((done, failure) -> rebalancer.start());
        coordinator.every(REBALANCE_MS, REBALANCE_MS, rebalancer::now);
        coordinator.every(HOUSEKEEPING_MS, HOUSEKEEPING_MS, this::housekeeping);
        LOG.info(
                "consumer group {} started as client {}: {} {}, topics {}",
                spec.group().name(),
                spec.group().clientId(),
                spec.group().model(),
                service.isOrderly() ? "orderly" : "concurrently",
                spec.subscriptions().topics());
    }

    private void housekeeping() {
        long nowMs = clock.nowMs();
        if (service instanceof ConcurrentConsume concurrent) {
            assignments.open().forEach(concurrent::handOverOverdue);
        } else {
            lease.tick(assignments.open());
            boolean expired = assignments.open().stream().anyMatch(queue -> !lease.isHeld(queue));
            if (expired || nowMs - leasesRenewedMs >= leaseTimes.renewMs()) {
                renewLeases(nowMs);
            }
        }
    }

    private void renewLeases(long nowMs) {
        leasesRenewedMs = nowMs;
        lease.renew(assignments.open(), ownership::isStillOurs, this::lost);
    }

    private void lost(ProcessQueue queue) {
        coordinator.execute(() -> assignments.lost(queue));
    }

    @Override
    public void onDisconnected(String brokerAddress) {
        members.seen().disconnected(brokerAddress);
        boolean leased = service.isOrderly()
                && lease.suspend(assignments.open(), broker -> brokerAddress.equals(brokers.masterAddress(broker)));
        if (leased) {
            coordinator.execute(() -> renewLeases(clock.nowMs()));
        } else {
            presence.comeBack();
        }
    }

    // Ordered queues are checked when they have their locks again.
    @Override
    public void onConnected(String brokerAddress) {
        members.seen().connected(brokerAddress);
        rebalancer.now();
        if (!service.isOrderly()) {
            coordinator.execute(() -> ownership.check(assignments.openAt(brokers, brokerAddress)));
        }
    }

    /**
     * A topic was subscribed, or otherwise, while the consumer runs. Returns when the brokers know, so that what is sent from then on is chosen by
     * it; one that does not answer is not waited for long.
     */
    public void subscriptionChanged(String topic) {
        CompletableFuture<Void> told = instance.routes()
                .fetch(topic)
                .handle((route, failure) -> null)
                .thenCompose(done -> instance.heartbeat());
        told.whenComplete((done, failure) -> rebalancer.now());
        Waiting.atMost(instance.settings().apiTimeoutMs(), told, spec.group());
    }

    /** Asks a broker whether it can do what a subscription wants; for one that is made while the consumer runs. */
    public void check(SubscriptionData subscription) throws MQClientException {
        if (!subscription.isTagType() && instance.routes().cached(subscription.topic()) == null) {
            Waiting.atMost(
                    instance.settings().apiTimeoutMs(), instance.routes().fetch(subscription.topic()), spec.group());
        }
        new SubscriptionCheck(spec.group(), instance).all(Set.of(subscription));
    }

    public void suspend() {
        gate.close();
        LOG.info("consumer group {} suspended", spec.group().name());
    }

    public void resume() {
        gate.open();
        rebalancer.now();
        LOG.info("consumer group {} resumed", spec.group().name());
    }

    public boolean isSuspended() {
        return gate.isClosed();
    }

    public void resizePool(int min) {
        pool.resize(min);
    }

    public OffsetStore offsetStore() {
        return store;
    }

    /** For messages that the application gives back itself. */
    public CompletableFuture<Void> giveBack(MessageExt message, int delayLevel) {
        int attempts = Delivery.attempts(message, spec.settings().get().maxReconsumeTimes(), Retries.ATTEMPTS_DEFAULT);
        return retries.giveBack(message, delayLevel, attempts);
    }

    /** From here on nothing more is pulled, and no listener called. */
    public void stopCalls() {
        gate.close();
        pool.stop();
    }

    /** Whether this thread is one that {@link #shutdown} waits for. */
    public boolean isOwnThread() {
        return coordinator.isOwnThread() || pool.isOwnThread();
    }

    /**
     * Stops pulling, waits for the listeners that run, writes the positions, frees the queues and leaves the group, so that others go on at once
     * and with the next message.
     */
    public void shutdown() {
        stopCalls();
        CompletableFuture<Void> released = new CompletableFuture<>();
        coordinator.execute(() -> {
            rebalancer.stop();
            assignments.releaseAll(spec.shutdownMaxMs()).whenComplete((done, failure) -> released.complete(null));
        });
        Waiting.atEnd(spec.shutdownMaxMs() + CALLS_AT_END_MAX_MS, released, spec.group());
        pool.interrupt();
        presence.leave();
        coordinator.stop();
        LOG.info("consumer group {} ended", spec.group().name());
    }

    @Override
    public ConsumerData heartbeatData() {
        return new ConsumerData(
                spec.group().name(),
                ConsumeType.CONSUME_PASSIVELY,
                spec.group().model(),
                spec.group().fromWhere(),
                spec.subscriptions().all(),
                spec.group().unitMode());
    }

    @Override
    public Set<String> topics() {
        return spec.subscriptions().topics();
    }

    @Override
    public void onRouteChanged(TopicRoute route) {
        rebalancer.now();
    }

    @Override
    public void onMembersChanged() {
        rebalancer.now();
    }

    @Override
    public void persistOffsets() {
        store.persistAll(assignments.withPosition());
    }

    @Override
    public ConsumerControl control() {
        RunningInfo info = new RunningInfo(
                this::properties, spec.subscriptions(), instance, stats, ConsumeType.CONSUME_PASSIVELY, startedMs);
        return new EngineControl(spec.group(), assignments, store, service, info, coordinator);
    }

    private Map<String, String> properties() {
        Map<String, String> properties = new TreeMap<>(spec.properties().get());
        properties.put(ConsumerRunningInfo.PROP_THREADPOOL_CORE_SIZE, Integer.toString(pool.minSize()));
        properties.put("PROP_THREADPOOL_SIZE", Integer.toString(pool.size()));
        properties.put(ConsumerRunningInfo.PROP_CONSUME_ORDERLY, Boolean.toString(service.isOrderly()));
        return properties;
    }
}
