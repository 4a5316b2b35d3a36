package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.MessageQueueListener;
import io.ferrymq.client.consumer.store.OffsetStore;
import io.ferrymq.client.consumer.store.ReadOffsetType;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.impl.factory.ConsumerControl;
import io.ferrymq.client.impl.factory.RegisteredConsumer;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.common.Clock;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import io.ferrymq.remoting.protocol.heartbeat.ConsumeType;
import io.ferrymq.remoting.protocol.heartbeat.ConsumerData;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running lite pull consumer: the one place where its parts are put together, started and ended. */
public final class LitePullEngine implements RegisteredConsumer {
    private static final Logger LOG = LoggerFactory.getLogger(LitePullEngine.class);
    private static final long REBALANCE_MS = Long.getLong("rocketmq.client.rebalance.waitInterval", 20_000);
    private static final long CALL_MAX_MS = 5_000;
    private static final long ALL_CALLS_MAX_MS = 6_000;
    private static final long MASTER = 0;

    private final LitePullSpec spec;
    private final LiteSubscriptions subscriptions;
    private final ClientInstance instance;
    private final Clock clock = Clock.system();
    private final Presence presence;
    private final Coordinator coordinator;
    private final Complaints complaints = new Complaints();
    private final ConsumerStats stats = new ConsumerStats(clock);
    private final BrokerLine brokers;
    private final BrokerMembers members;
    private final PendingPositions positions;
    private final QueueBounds bounds;
    private final Ownership ownership;
    private final HandOut handOut;
    private final Assignments assignments;
    private final Rebalancer rebalancer;
    private final long startedMs = clock.nowMs();
    private volatile long nextAutoCommitMs;
    private volatile boolean ended;

    public LitePullEngine(LitePullSpec spec, ClientInstance instance) {
        Group group = spec.group();
        this.spec = spec;
        this.instance = instance;
        subscriptions = spec.subscriptions();
        presence = new Presence(group, instance, clock);
        coordinator = new Coordinator(group.name());
        brokers = new BrokerLine(instance.routes()::brokers, instance.brokers().link());
        members = new BrokerMembers(group.name(), brokers, clock);
        positions = new PendingPositions(
                OffsetStores.of(group, spec.offsetStore(), instance, brokers),
                () -> spec.settings().get().autoCommit());
        bounds = new BrokerQueueBounds(brokers);
        ownership = new Ownership(group, positions, () -> !subscriptions.isAssigning(), this::lost);
        handOut = new HandOut(
                group,
                () -> spec.settings().get().pullThresholdForAll(),
                new ListenerHooks(group, spec.consumeHooks()),
                stats,
                clock);
        assignments = new Assignments(group, positions, assignmentTools());
        rebalancer = new Rebalancer(group, rebalanceTools(), assignments);
    }

    private AssignmentTools assignmentTools() {
        Group group = spec.group();
        LeaseTimes unused = LeaseTimes.fromProperties();
        return new AssignmentTools(
                new HandOver(positions, clock),
                new StartOffset(group, positions, bounds),
                handOut,
                new QueueLease(group, new BrokerLocks(group, brokers), unused, clock),
                unused.lifeMs(),
                pulling(),
                complaints,
                clock,
                coordinator,
                coordinator,
                this::onMembersChanged);
    }

    private PullEnvironment pulling() {
        Group group = spec.group();
        Pulls pulls = new BrokerPulls(
                brokers, instance.brokers().pulls(), () -> spec.settings().get().callTimeoutMs());
        return new PullEnvironment(
                group,
                (queue, suggested, header, end) -> {
                    long wanted = spec.settings().get().brokerId();
                    pulls.pull(queue, wanted < MASTER ? suggested : wanted, header, end);
                },
                new PulledMessages(group, spec.decoding(), spec.filterHooks()),
                () -> spec.settings().get().pulls(),
                subscriptions::of,
                topic -> spec.settings().get().limits(),
                queue -> group.isBroadcasting() ? 0 : positions.toCarry(queue),
                new Gate(),
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
                subscriptions.table()::topics,
                instance.routes()::cached,
                instance.routes()::fetch,
                members,
                spec.strategy(),
                () -> this::tellQueues,
                instance::heartbeat,
                coordinator,
                coordinator,
                clock);
    }

    private void tellQueues(String topic, Set<MessageQueue> all, Set<MessageQueue> own) {
        handOut.forget(queue -> queue.getTopic().equals(topic) && !own.contains(queue));
        MessageQueueListener ofTopic = subscriptions.listener(topic);
        MessageQueueListener listener = ofTopic == null ? spec.queueListener().get() : ofTopic;
        if (listener != null) {
            listener.messageQueueChanged(topic, all, own);
        }
    }

    // The broker has nothing at the offset asked for, and what is committed stays as it is until the application
    // commits; or the group was
    // moved, and what was committed before counts no more.
    private void moved(ProcessQueue queue, long asked, PullMessageResponseHeader header) {
        long next = header.nextBeginOffset();
        String why = OffsetMove.why(asked, header);
        coordinator.after(next == asked ? spec.settings().get().exceptionDelayMs() : 0, () -> {
            if (assignments.isCurrent(queue)) {
                LOG.warn(
                        "group {}: reading {} goes on at {} instead of {}: {}",
                        spec.group().name(),
                        queue.queue(),
                        next,
                        asked,
                        why);
                jump(queue.queue(), next);
                if (OffsetMove.isReset(asked, header)) {
                    positions.updateOffset(queue.queue(), next, false);
                }
            }
        });
    }

    private void lost(ProcessQueue queue) {
        coordinator.execute(() -> {
            assignments.lost(queue);
            handOut.drop(queue.queue());
        });
    }

    // Coordinator: what was pulled or asked for before is nobody's business from here on.
    private void jump(MessageQueue queue, long offset) {
        assignments.seek(queue, offset);
        positions.sought(queue, offset);
        handOut.drop(queue);
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
        nextAutoCommitMs = clock.nowMs() + spec.settings().get().autoCommitIntervalMs();
        try {
            presence.check(subscriptions.table().all());
        } catch (MQClientException e) {
            shutdown();
            throw e;
        }
        spec.watch().topics().forEach(this::beginWatch);
        coordinator.every(spec.routeCheckMs(), spec.routeCheckMs(), () -> spec.watch()
                .topics()
                .forEach(instance.routes()::fetch));
        CompletableFuture<Void> known = presence.announce(topics());
        if (subscriptions.isAssigning()) {
            coordinator.execute(this::applyAssigned);
        } else if (!subscriptions.topics().isEmpty()) {
            known.whenComplete((done, failure) -> rebalancer.start());
        }
        coordinator.every(REBALANCE_MS, REBALANCE_MS, rebalancer::now);
        LOG.info(
                "consumer group {} started as client {}: {} lite pull, topics {}",
                spec.group().name(),
                spec.group().clientId(),
                spec.group().model(),
                subscriptions.topics());
    }

    private void beginWatch(String topic) {
        TopicRoute route = instance.routes().cached(topic);
        spec.watch().begin(topic, route == null ? Set.of() : route.readQueues());
    }

    /** A topic is watched from now on; waits until it is known what there is of it. */
    public void watch(String topic) {
        Waiting.atMost(instance.settings().apiTimeoutMs(), instance.routes().fetch(topic), spec.group());
        beginWatch(topic);
    }

    /** Asks a broker whether it can do what subscriptions want. */
    public void check(Set<SubscriptionData> wanted) throws MQClientException {
        new SubscriptionCheck(spec.group(), instance).all(wanted);
    }

    /** A topic was subscribed, otherwise, or not any more. */
    public void subscriptionChanged(String topic) {
        instance.routes()
                .fetch(topic)
                .handle((route, failure) -> null)
                .thenCompose(done -> instance.heartbeat())
                .whenComplete((done, failure) -> {
                    if (!ended) {
                        rebalancer.start();
                    }
                });
        if (subscriptions.table().of(topic) == null) {
            handOut.forget(queue -> queue.getTopic().equals(topic));
        }
    }

    /** The application has named other queues; done when this consumer has exactly those. */
    public void assignedChanged() {
        List<CompletableFuture<?>> unknown = new ArrayList<>();
        for (String topic : subscriptions.topics()) {
            if (instance.routes().cached(topic) == null) {
                unknown.add(instance.routes().fetch(topic));
            }
        }
        Waiting.atMost(
                instance.settings().apiTimeoutMs(),
                CompletableFuture.allOf(unknown.toArray(CompletableFuture<?>[]::new)),
                spec.group());
        onCoordinator(this::applyAssigned);
    }

    private void applyAssigned() {
        Set<MessageQueue> wanted = subscriptions.assigned();
        Set<MessageQueue> held = assignments.queues();
        held.stream().filter(queue -> !wanted.contains(queue)).forEach(assignments::release);
        handOut.forget(queue -> !wanted.contains(queue));
        wanted.stream().filter(queue -> !held.contains(queue)).forEach(queue -> assignments.take(queue, 0, false));
    }

    private void onCoordinator(Runnable task) {
        try {
            coordinator.call(task, CALL_MAX_MS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "group " + spec.group().name() + ": nothing could be changed within " + CALL_MAX_MS
                            + " ms, because a MessageQueueListener of the application has not returned",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The queues that this consumer has. */
    public Set<MessageQueue> assignment() {
        return subscriptions.isAssigning() ? subscriptions.assigned() : assignments.queues();
    }

    /** The messages of one pull; none when there are none within the time, or when the consumer ends. */
    public List<MessageExt> poll(long timeoutMs) {
        LiteSettings now = spec.settings().get();
        if (now.autoCommit() && clock.nowMs() >= nextAutoCommitMs) {
            nextAutoCommitMs = clock.nowMs() + now.autoCommitIntervalMs();
            commit();
        }
        return handOut.poll(timeoutMs);
    }

    /** Everything handed out so far is committed, in memory; returns the queues. */
    public Set<MessageQueue> commit() {
        Set<MessageQueue> queues = assignments.withPosition();
        commit(queues);
        return queues;
    }

    /** What was handed out of these queues is committed, in memory. */
    public void commit(Collection<MessageQueue> queues) {
        handOut.settle();
        queues.forEach(positions::commit);
    }

    /** Commits offsets of the application's choice, in memory; those of queues that are another member's are left out. */
    public void commit(Map<MessageQueue, Long> offsets) {
        Set<MessageQueue> own = assignments.withPosition();
        offsets.forEach((queue, offset) -> {
            if (own.contains(queue)) {
                positions.commitAt(queue, offset);
            } else {
                LOG.warn(
                        "group {}: offset {} is not committed for {}, which this consumer does not have (any more)",
                        spec.group().name(),
                        offset,
                        queue);
            }
        });
    }

    /** Writes committed positions; returns when the brokers have them, or have failed to take them, which a later write makes good. */
    public void persist(Collection<MessageQueue> queues) {
        List<CompletableFuture<?>> writes = new ArrayList<>();
        for (MessageQueue queue : queues) {
            writes.add(positions.writeCommitted(queue).exceptionally(failure -> {
                LOG.warn(
                        "group {}: the committed position in {} could not be written yet, it is tried again: {}",
                        spec.group().name(),
                        queue,
                        Failures.text(failure));
                return null;
            }));
        }
        Waiting.atMost(
                ALL_CALLS_MAX_MS, CompletableFuture.allOf(writes.toArray(CompletableFuture<?>[]::new)), spec.group());
    }

    /** The committed position: -1 when there is none, -2 when it could not be read. Of a queue of others the broker is asked. */
    public long committed(MessageQueue queue) {
        if (assignment().contains(queue)) {
            return positions.readOffset(queue, ReadOffsetType.MEMORY_FIRST_THEN_STORE);
        }
        if (brokers.find(queue.getBrokerName(), MASTER) == null) {
            Waiting.atMost(instance.settings().apiTimeoutMs(), instance.routes().fetch(queue.getTopic()), spec.group());
        }
        return positions.readOffset(queue, ReadOffsetType.READ_FROM_STORE);
    }

    /** The store of what is committed. */
    public OffsetStore offsetStore() {
        return positions.committed();
    }

    /** The next message handed out is the one at this offset. */
    public void seek(MessageQueue queue, long offset) throws MQClientException {
        requireAssigned(queue);
        long min = ask(queue, bounds.min(queue));
        long max = ask(queue, bounds.max(queue));
        if (offset < min || offset > max) {
            throw new MQClientException(
                    "Seek offset illegal: offset " + offset + ", min offset " + min + ", max offset " + max + " of "
                            + queue,
                    null);
        }
        jumpNow(queue, offset);
    }

    public void seekToBegin(MessageQueue queue) throws MQClientException {
        requireAssigned(queue);
        jumpNow(queue, ask(queue, bounds.min(queue)));
    }

    public void seekToEnd(MessageQueue queue) throws MQClientException {
        requireAssigned(queue);
        jumpNow(queue, ask(queue, bounds.max(queue)));
    }

    private void jumpNow(MessageQueue queue, long offset) {
        onCoordinator(() -> jump(queue, offset));
    }

    private void requireAssigned(MessageQueue queue) throws MQClientException {
        if (!assignment().contains(queue)) {
            throw new MQClientException(
                    "The message queue is not in assigned list: " + queue + ", this consumer has " + assignment()
                            + (subscriptions.isAssigning() ? "" : "; queues may just be shared out in the group"),
                    null);
        }
    }

    private static long ask(MessageQueue queue, CompletableFuture<Long> answer) throws MQClientException {
        return Waiting.forAnswer(ALL_CALLS_MAX_MS, answer, "the bounds of " + queue);
    }

    /** Neither pulled nor handed out until resumed; queues that this consumer does not have are left out. */
    public void pause(Collection<MessageQueue> queues) {
        Set<MessageQueue> own = new HashSet<>(queues);
        own.retainAll(assignment());
        handOut.pause(own);
    }

    public void resume(Collection<MessageQueue> queues) {
        handOut.resume(queues);
    }

    /** Whether this thread is one that {@link #shutdown} waits for. */
    public boolean isOwnThread() {
        return coordinator.isOwnThread();
    }

    /** Commits what is to be committed, frees the queues and leaves the group, so that others go on at once and with the next message. */
    public void shutdown() {
        ended = true;
        handOut.close();
        CompletableFuture<Void> released = new CompletableFuture<>();
        coordinator.execute(() -> {
            rebalancer.stop();
            assignments.releaseAll(0).whenComplete((done, failure) -> released.complete(null));
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
                subscriptions.forHeartbeat(),
                spec.group().unitMode());
    }

    @Override
    public Set<String> topics() {
        Set<String> all = new HashSet<>(subscriptions.topics());
        all.addAll(spec.watch().topics());
        return all;
    }

    @Override
    public void onRouteChanged(TopicRoute route) {
        rebalancer.now();
        if (spec.watch().topics().contains(route.topic())) {
            instance.callbacks()
                    .execute(() -> spec.watch().look(instance.routes().cached(route.topic())));
        }
    }

    @Override
    public void onMembersChanged() {
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
        coordinator.execute(() -> ownership.check(assignments.openAt(brokers, brokerAddress)));
    }

    @Override
    public void persistOffsets() {
        positions.persistAll(assignments.withPosition());
    }

    @Override
    public ConsumerControl control() {
        RunningInfo info = new RunningInfo(
                spec.properties(), subscriptions.table(), instance, stats, ConsumeType.CONSUME_ACTIVELY, startedMs);
        return new EngineControl(spec.group(), assignments, positions, handOut, info, coordinator);
    }
}
