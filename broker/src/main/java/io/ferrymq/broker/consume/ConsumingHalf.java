package io.ferrymq.broker.consume;

import io.ferrymq.broker.client.ClientLink;
import io.ferrymq.broker.client.ConsumerGroup;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.client.Membership;
import io.ferrymq.broker.client.ProducerTable;
import io.ferrymq.broker.client.Subscriptions;
import io.ferrymq.broker.delay.DelayOffsets;
import io.ferrymq.broker.delay.DelayService;
import io.ferrymq.broker.filter.FilterRegistry;
import io.ferrymq.broker.filter.FilterTools;
import io.ferrymq.broker.lock.QueueLocks;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.broker.offset.OffsetFile;
import io.ferrymq.broker.pull.PullHandler;
import io.ferrymq.broker.pull.WaitingPulls;
import io.ferrymq.broker.replication.ReplicaPromise;
import io.ferrymq.broker.reset.ResetNudge;
import io.ferrymq.broker.topic.TopicListener;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.store.ArrivalListener;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Puts the consuming half together: heartbeats, pulls, positions, locks, retries, delayed delivery, queries. */
public final class ConsumingHalf implements AutoCloseable {
    private static final long SCAN_INTERVAL_MS = 10_000;

    private final BrokerContext broker;
    private final MessageStore store;
    private final Statistics statistics;
    private final Supplier<ConsumingSettings> settings;
    private final UnaryOperator<MessageToStore> scheduling;
    private final Executor workers;
    private final ScheduledExecutorService ticker;
    private final FilterRegistry filters;
    private final Subscriptions subscriptions;
    private final ConsumerTable consumers;
    private final ProducerTable producers = new ProducerTable();
    private final QueueLocks locks = new QueueLocks();
    private final Membership membership;
    private final ConsumerOffsets offsets;
    private final OffsetFile offsetFile;
    private final PullHandler pulls;
    private final DelayOffsets delayOffsets;
    private final DelayService delays;
    private final List<Future<?>> tasks = new ArrayList<>();

    /** @param scheduling makes a message that asks for a delay wait */
    ConsumingHalf(
            BrokerContext broker,
            MessageStore store,
            Statistics statistics,
            Supplier<ConsumingSettings> settings,
            UnaryOperator<MessageToStore> scheduling,
            FilterTools filterTools,
            Executor workers,
            ScheduledExecutorService ticker) {
        this.broker = broker;
        this.store = store;
        this.statistics = statistics;
        this.settings = settings;
        this.scheduling = scheduling;
        this.workers = workers;
        this.ticker = ticker;
        ConsumingSettings initial = settings.get();
        filters = filterTools.registry();
        subscriptions = new Subscriptions(filterTools);
        consumers = new ConsumerTable(subscriptions);
        membership = new Membership(consumers, producers, broker, settings, this::rememberFilters, ticker);
        offsets = new ConsumerOffsets(
                broker.clock(), initial.offsets().versionStep(), broker.host().isSlave());
        offsetFile = new OffsetFile(initial.configDir(), offsets);
        offsetFile.load();
        ResetNudge nudge = new ResetNudge(
                (delayMs, task) -> ticker.schedule(task, delayMs, TimeUnit.MILLISECONDS), membership::tellsChanges);
        pulls = new PullHandler(broker, consumers, subscriptions, offsets, store, statistics, settings, nudge);
        delayOffsets = DelayOffsets.load(initial.configDir(), broker.clock());
        delays = new DelayService(store, initial.delayLevelsMs(), delayOffsets, broker.clock());
    }

    /** Loads its state files; nothing runs yet. */
    public static ConsumingHalf create(ConsumingParts parts) {
        ConsumingHalf half = new ConsumingHalf(
                new BrokerContext(
                        new Views.Host(parts.identity(), parts.config(), parts.master()),
                        new Views.Topics(parts.topics()),
                        new Views.Groups(parts.groups()),
                        parts.clock()),
                parts.store(),
                new Views.Counters(parts.stats()),
                LiveSettings.of(parts.config(), parts.configDir(), parts.delayLevels()),
                parts.delayLevels()::schedule,
                parts.filters(),
                parts.workers(),
                parts.ticker());
        parts.arrivals().to(half.arrivals());
        parts.groups().addListener(half::groupDeleted);
        // Pulls that wait here are better off at the master, once it is back.
        parts.master().onChange(master -> half.waitingPulls().wakeAll());
        parts.topics().addListener(new TopicListener() {
            @Override
            public void onDeleted(String topic) {
                half.topicDeleted(topic);
            }
        });
        return half;
    }

    /** To be told of messages that have become readable. */
    ArrivalListener arrivals() {
        // On a slave the master delivers what is delayed, and the copies come with its log.
        if (broker.host().isSlave()) {
            return pulls.waiting();
        }
        return (topic, queueId, maxOffset, tagsCode, storeTimestampMs, physicalOffset) -> {
            pulls.waiting().onArrival(topic, queueId, maxOffset, tagsCode, storeTimestampMs, physicalOffset);
            delays.onArrival(topic, queueId, maxOffset, tagsCode, storeTimestampMs, physicalOffset);
        };
    }

    /**
     * Adds the rows of all its requests.
     *
     * @param replicas what messages that the broker itself appends wait for
     */
    public void register(HandlerTable.Builder handlers, ReplicaPromise replicas) {
        ConsumingHandlers rows = new ConsumingHandlers(broker, store, statistics, settings, workers);
        rows.clients(handlers, membership, consumers, producers, subscriptions, locks);
        rows.messages(handlers, consumers, pulls, scheduling, replicas);
        rows.positions(handlers, offsets, offsetFile, consumers, pulls);
        rows.queues(handlers, locks, delayOffsets);
        rows.inspections(handlers, consumers, offsets);
    }

    /** Starts what runs by itself, once the broker serves requests. */
    public void start() {
        ConsumingSettings.Offsets intervals = settings.get().offsets();
        statistics.sample(broker.clock().nowMs());
        every(intervals.flushIntervalMs(), offsetFile::flush);
        every(SCAN_INTERVAL_MS, this::scan);
        // A client that may be silent for a short time only is found out in time.
        long expiredAfterMs = settings.get().clients().expiredAfterMs();
        every(
                Math.min(SCAN_INTERVAL_MS, expiredAfterMs / 2),
                () -> membership.expire(broker.clock().nowMs()));
        every(SCAN_INTERVAL_MS, filters::flush);
        if (!broker.host().isSlave()) {
            delays.start(intervals.delayFlushIntervalMs());
        }
    }

    private void every(long intervalMs, Runnable task) {
        tasks.add(ticker.scheduleWithFixedDelay(task, intervalMs, intervalMs, TimeUnit.MILLISECONDS));
    }

    private void scan() {
        long nowMs = broker.clock().nowMs();
        locks.expire(nowMs);
        offsets.sweepResets();
        statistics.sample(nowMs);
        filters.expire(settings.get().clients().filtersKeptMs());
    }

    private void rememberFilters(String group) {
        filters.update(group, () -> {
            ConsumerGroup members = consumers.find(group);
            return members == null ? Map.of() : members.expressions();
        });
    }

    /** Whether a queue of the group is locked by an ordered consumer now. */
    public boolean isLocked(String group) {
        return locks.hasLock(group, broker.clock().nowMs());
    }

    /** The connection of the producer with this client id, or null. */
    public Connection producer(String clientId) {
        ClientLink link = producers.findClient(clientId);
        return link == null ? null : link.connection();
    }

    /** Producers online, for asking one of them what became of a transaction. */
    public ProducerTable producers() {
        return producers;
    }

    public ConsumerTable consumers() {
        return consumers;
    }

    /** Where groups stand. */
    public ConsumerOffsets offsets() {
        return offsets;
    }

    /** The file of those. */
    public OffsetFile offsetFile() {
        return offsetFile;
    }

    /** How far delayed messages are delivered. */
    public DelayOffsets delayOffsets() {
        return delayOffsets;
    }

    /** Pulls that wait for messages. */
    public WaitingPulls waitingPulls() {
        return pulls.waiting();
    }

    // So that a topic created anew is read from its beginning.
    private void topicDeleted(String topic) {
        offsets.removeTopic(topic);
        pulls.waiting().removeTopic(topic);
        filters.removeTopic(topic);
        statistics.forgetTopic(topic);
    }

    private void groupDeleted(String group, boolean removeOffsets) {
        statistics.forgetGroup(group);
        filters.removeGroup(group);
        if (removeOffsets) {
            offsets.removeGroup(group);
        }
    }

    /** Stops what runs and writes the state files. The store is still open. */
    @Override
    public void close() {
        tasks.forEach(task -> task.cancel(false));
        delays.close();
        offsetFile.flush();
        filters.close();
    }
}
