package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.PullResult;
import io.ferrymq.client.consumer.store.OffsetStore;
import io.ferrymq.client.consumer.store.ReadOffsetType;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.impl.factory.ConsumerControl;
import io.ferrymq.client.impl.factory.RegisteredConsumer;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.common.Clock;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.heartbeat.ConsumeType;
import io.ferrymq.remoting.protocol.heartbeat.ConsumerData;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running consumer whose application pulls: the one place where its parts are put together, started and ended. */
public final class PullEngine implements RegisteredConsumer {
    private static final Logger LOG = LoggerFactory.getLogger(PullEngine.class);
    private static final long REBALANCE_MS = Long.getLong("rocketmq.client.rebalance.waitInterval", 20_000);
    private static final long CALL_MAX_MS = 6_000;

    private final PullConsumerSpec spec;
    private final ClientInstance instance;
    private final Clock clock = Clock.system();
    private final Presence presence;
    private final Coordinator coordinator;
    private final BrokerLine brokers;
    private final BrokerMembers members;
    private final ConsumerStats stats = new ConsumerStats(clock);
    private final PendingPositions positions;
    private final HeldQueues held;
    private final Rebalancer rebalancer;
    private final OrderedPulls pulls;
    private final long startedMs = clock.nowMs();

    public PullEngine(PullConsumerSpec spec, ClientInstance instance) {
        Group group = spec.group();
        this.spec = spec;
        this.instance = instance;
        presence = new Presence(group, instance, clock);
        coordinator = new Coordinator(group.name());
        brokers = new BrokerLine(instance.routes()::brokers, instance.brokers().link());
        members = new BrokerMembers(group.name(), brokers, clock);
        // Every move of a position is the application's own: there is nothing to commit by itself.
        positions = new PendingPositions(OffsetStores.of(group, spec.offsetStore(), instance, brokers), () -> false);
        held = new HeldQueues(group, positions, new HandOver(positions, clock));
        pulls = new OrderedPulls(
                group,
                brokers,
                instance.brokers().pulls(),
                instance.routes(),
                new PulledMessages(group, spec.decoding(), spec.filterHooks()),
                new ListenerHooks(group, spec.consumeHooks()),
                stats,
                clock,
                this::moved);
        rebalancer = new Rebalancer(
                group,
                new RebalanceTools(
                        spec.subscriptions()::topics,
                        instance.routes()::cached,
                        instance.routes()::fetch,
                        members,
                        spec.strategy(),
                        spec.queueListener(),
                        instance::heartbeat,
                        coordinator,
                        coordinator,
                        clock),
                held);
    }

    /** Whether the start failed because the process has a consumer of this group and client id already. */
    public boolean isDuplicate() {
        return presence.isDuplicate();
    }

    /** @throws MQClientException when the group is here already, or a broker refuses a subscription; the consumer has ended then */
    public void start() throws MQClientException {
        try {
            presence.register(this, positions);
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
        CompletableFuture<Void> told = presence.announce(topics());
        if (spec.rebalance()) {
            told.whenComplete((done, failure) -> rebalancer.start());
            coordinator.every(REBALANCE_MS, REBALANCE_MS, rebalancer::now);
        }
        LOG.info(
                "consumer group {} started as client {}: {} pull, topics {}",
                spec.group().name(),
                spec.group().clientId(),
                spec.group().model(),
                spec.subscriptions().topics());
    }

    /** Queues of the topic are shared out from now on, and brokers told, unless that is so already. */
    public void use(SubscriptionData subscription) {
        if (spec.subscriptions().of(subscription.topic()) != null) {
            return;
        }
        spec.subscriptions().put(subscription);
        instance.routes()
                .fetch(subscription.topic())
                .handle((route, failure) -> null)
                .thenCompose(done -> instance.heartbeat())
                .whenComplete((done, failure) -> rebalancer.now());
    }

    // The application gets the new position when it asks for it, be it by the pull's answer or not.
    private void moved(MessageQueue queue, long asked, long next) {
        LOG.warn(
                "group {}: the position in {} moves from {} to {}: it was set anew at the broker",
                spec.group().name(),
                queue,
                asked,
                next);
        if (positions.readOffset(queue, ReadOffsetType.READ_FROM_MEMORY) >= 0) {
            positions.updateOffset(queue, next, false);
        }
    }

    // Positions are asked of brokers, which only routes lead to.
    private void find(MessageQueue queue) {
        if (brokers.find(queue.getBrokerName(), MixAll.MASTER_ID) == null) {
            Waiting.atMost(instance.settings().apiTimeoutMs(), instance.routes().fetch(queue.getTopic()), spec.group());
        }
    }

    public CompletableFuture<PullResult> pull(PullOrder order) {
        return pulls.pull(order);
    }

    /** The position of the group, in memory. */
    public void updateOffset(MessageQueue queue, long offset) {
        if (held.isLost(queue)) {
            LOG.warn(
                    "group {}: the position {} in {} is not taken, the queue has become another member's",
                    spec.group().name(),
                    offset,
                    queue);
            return;
        }
        positions.commitAt(queue, offset);
    }

    /**
     * Waits until the member that had the queue before has written its position.
     *
     * @return -1 when there is none, -2 when it could not be read
     */
    public long readOffset(MessageQueue queue, ReadOffsetType type) {
        Waiting.atMost(CALL_MAX_MS, held.handedOver(queue), spec.group());
        find(queue);
        return positions.readOffset(queue, type);
    }

    /** Waits until the position is kept for good, or could not be, which is told and tried again at the next interval. */
    public void persist(MessageQueue queue) {
        find(queue);
        Waiting.atMost(CALL_MAX_MS, positions.writeCommitted(queue), spec.group());
    }

    public OffsetStore offsetStore() {
        return positions.committed();
    }

    /** The queues of a topic that are this consumer's. */
    public Set<MessageQueue> inBalance(String topic) {
        return held.held(topic);
    }

    /** Gives a message back, so that a group consumes it again later. */
    public CompletableFuture<Void> giveBack(
            String groupName, MessageExt message, int delayLevel, int maxReconsumeTimes) {
        return new BrokerRetries(
                        spec.group().named(groupName),
                        brokers,
                        new KnownRoutes(instance.routes())::of,
                        spec.decoding(),
                        clock)
                .giveBack(message, delayLevel, maxReconsumeTimes);
    }

    /** Why a pull failed. */
    public static Throwable causeOf(Throwable failure) {
        return Failures.cause(failure);
    }

    /** Whether this thread is one that {@link #shutdown} waits for. */
    public boolean isOwnThread() {
        return coordinator.isOwnThread();
    }

    /** Writes the positions and leaves the group, so that others go on at once. */
    public void shutdown() {
        CompletableFuture<Void> released = new CompletableFuture<>();
        coordinator.execute(() -> {
            rebalancer.stop();
            Set<MessageQueue> mine = new HashSet<>(held.queues());
            mine.addAll(positions.cloneOffsetTable(null).keySet());
            CompletableFuture.allOf(mine.stream().map(held::give).toArray(CompletableFuture<?>[]::new))
                    .whenComplete((done, failure) -> released.complete(null));
        });
        Waiting.atEnd(CALL_MAX_MS, released, spec.group());
        presence.leave();
        coordinator.stop();
        LOG.info("consumer group {} ended", spec.group().name());
    }

    @Override
    public ConsumerData heartbeatData() {
        return new ConsumerData(
                spec.group().name(),
                ConsumeType.CONSUME_ACTIVELY,
                spec.group().model(),
                ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET,
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
    public void onDisconnected(String brokerAddress) {
        members.seen().disconnected(brokerAddress);
        presence.comeBack();
    }

    @Override
    public void onConnected(String brokerAddress) {
        members.seen().connected(brokerAddress);
        rebalancer.now();
    }

    @Override
    public void onMembersChanged() {
        rebalancer.now();
    }

    // Of all queues, be they in balance or not: it is the application that says which ones it reads.
    @Override
    public void persistOffsets() {
        positions.persistAll(positions.cloneOffsetTable(null).keySet());
    }

    @Override
    public ConsumerControl control() {
        RunningInfo info = new RunningInfo(
                spec.properties(), spec.subscriptions(), instance, stats, ConsumeType.CONSUME_ACTIVELY, startedMs);
        return new PullControl(spec.group(), held, positions, info);
    }
}
