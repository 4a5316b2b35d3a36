package io.ferrymq.broker.consume;

import io.ferrymq.broker.client.ClientLink;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.client.Membership;
import io.ferrymq.broker.client.ProducerTable;
import io.ferrymq.broker.delay.DelayOffsets;
import io.ferrymq.broker.delay.DelayService;
import io.ferrymq.broker.lock.QueueLocks;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.broker.offset.OffsetFile;
import io.ferrymq.broker.pull.PullHandler;
import io.ferrymq.broker.pull.WaitingPulls;
import io.ferrymq.broker.topic.TopicListener;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.store.ArrivalListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Puts the consuming half together: heartbeats, pulls, positions, locks, retries, delayed delivery, queries. */
public final class ConsumingHalf implements AutoCloseable {
    private static final long SCAN_INTERVAL_MS = 10_000;

    private final ConsumingParts parts;
    private final BrokerContext broker;
    private final Supplier<ConsumingSettings> settings;
    private final Statistics statistics;
    private final ConsumerTable consumers = new ConsumerTable();
    private final ProducerTable producers = new ProducerTable();
    private final QueueLocks locks = new QueueLocks();
    private final Membership membership;
    private final ConsumerOffsets offsets;
    private final OffsetFile offsetFile;
    private final PullHandler pulls;
    private final DelayOffsets delayOffsets;
    private final DelayService delays;
    private final List<Future<?>> tasks = new ArrayList<>();

    private ConsumingHalf(ConsumingParts parts) {
        this.parts = parts;
        settings = LiveSettings.of(parts.config(), parts.configDir(), parts.delayLevels());
        broker = new BrokerContext(
                new Views.Host(parts.identity(), parts.config()),
                new Views.Topics(parts.topics()),
                new Views.Groups(parts.groups()),
                parts.clock());
        statistics = new Views.Counters(parts.stats());
        membership = new Membership(consumers, producers, broker, settings);
        offsets = new ConsumerOffsets(parts.clock(), settings.get().offsets().versionStep());
        offsetFile = new OffsetFile(parts.configDir(), offsets);
        pulls = new PullHandler(broker, consumers, offsets, parts.store(), statistics, settings);
        delayOffsets = DelayOffsets.load(parts.configDir(), parts.clock());
        delays = new DelayService(parts.store(), parts.delayLevels().delaysMs(), delayOffsets, parts.clock());
    }

    /** Loads its state files; nothing runs yet. */
    public static ConsumingHalf create(ConsumingParts parts) {
        ConsumingHalf half = new ConsumingHalf(parts);
        half.offsetFile.load();
        parts.arrivals().to(half.arrivals());
        parts.groups().addListener(half::groupDeleted);
        parts.topics().addListener(new TopicListener() {
            @Override
            public void onDeleted(String topic) {
                half.topicDeleted(topic);
            }
        });
        return half;
    }

    private ArrivalListener arrivals() {
        return (topic, queueId, maxOffset, tagsCode, storeTimestampMs, physicalOffset) -> {
            pulls.waiting().onArrival(topic, queueId, maxOffset, tagsCode, storeTimestampMs, physicalOffset);
            delays.onArrival(topic, queueId, maxOffset, tagsCode, storeTimestampMs, physicalOffset);
        };
    }

    /** Adds the rows of all its requests. */
    public void register(HandlerTable.Builder handlers) {
        ConsumingHandlers rows = new ConsumingHandlers(broker, parts.store(), statistics, settings, parts.workers());
        rows.clients(handlers, membership, consumers, producers);
        rows.messages(handlers, pulls, parts.delayLevels()::schedule);
        rows.positions(handlers, offsets, consumers, pulls);
        rows.queues(handlers, locks, delayOffsets);
        rows.inspections(handlers, consumers, offsets);
    }

    /** Starts what runs by itself, once the broker serves requests. */
    public void start() {
        ConsumingSettings.Offsets intervals = settings.get().offsets();
        every(intervals.flushIntervalMs(), offsetFile::flush);
        every(SCAN_INTERVAL_MS, this::scan);
        if (!broker.host().isSlave()) {
            delays.start(intervals.delayFlushIntervalMs());
        }
    }

    private void every(long intervalMs, Runnable task) {
        tasks.add(parts.ticker().scheduleWithFixedDelay(task, intervalMs, intervalMs, TimeUnit.MILLISECONDS));
    }

    private void scan() {
        long nowMs = parts.clock().nowMs();
        membership.expire(nowMs);
        locks.expire(nowMs);
        parts.stats().topics().sample(nowMs);
    }

    /** Whether a queue of the group is locked by an ordered consumer now. */
    public boolean isLocked(String group) {
        return locks.hasLock(group, parts.clock().nowMs());
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

    /** Pulls that wait for messages. */
    public WaitingPulls waitingPulls() {
        return pulls.waiting();
    }

    // So that a topic created anew is read from its beginning.
    private void topicDeleted(String topic) {
        offsets.removeTopic(topic);
        pulls.waiting().removeTopic(topic);
    }

    private void groupDeleted(String group, boolean removeOffsets) {
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
    }
}
