package io.ferrymq.broker.pull;

import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.store.ArrivalListener;
import io.ferrymq.store.EntryFilter;
import io.netty.channel.EventLoop;
import io.netty.util.AttributeKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pulls that found nothing and wait, by queue. A message wakes exactly those that wait for its queue and that it matches; a woken pull is
 * run again on the event loop of its connection, and does not wait a second time.
 *
 * <p>No wake-up is lost: who parks a pull looks at the queue's end after the pull stands in its list, and a message moves the end
 * before it looks for waiters, so that at least one of the two sees the other.
 */
public final class WaitingPulls implements ArrivalListener {
    private static final AttributeKey<Map<WaitingPull, WaitingPull>> OF_CONNECTION =
            AttributeKey.valueOf(WaitingPulls.class, "waiting");

    private static final Logger LOG = LoggerFactory.getLogger(WaitingPulls.class);

    private final Map<String, Map<Integer, WaiterList>> topics = new ConcurrentHashMap<>();
    private final Map<EventLoop, DeadlineBuckets> deadlines = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final Consumer<WaitingPull> rerun;
    private final RecordTest records;

    /** Whether the properties of a stored message pass a filter. */
    @FunctionalInterface
    interface RecordTest {
        boolean matches(long physicalOffset, EntryFilter filter);
    }

    /** @param rerun serves a pull once more, on its event loop */
    WaitingPulls(Consumer<WaitingPull> rerun, RecordTest records) {
        this.rerun = rerun;
        this.records = records;
    }

    /** How many wait now. */
    public int count() {
        return count.get();
    }

    /** How many timers run for those that wait. To be asked while nothing else happens. */
    int timers() {
        return deadlines.values().stream().mapToInt(DeadlineBuckets::timers).sum();
    }

    /**
     * Lets a pull wait, and ends the wait of an older one that it stands for. On the event loop of its connection.
     *
     * @return false when as many wait as may
     */
    boolean park(WaitingPull pull, long waitMs, int waitersMax) {
        if (count.incrementAndGet() > waitersMax) {
            count.decrementAndGet();
            return false;
        }
        Connection connection = pull.context().connection();
        if (!connection.isActive()) {
            // Nobody is there to be answered, and the end of the connection has been told already.
            count.decrementAndGet();
            pull.claim();
            return true;
        }
        pull.list = topics.computeIfAbsent(pull.header().topic(), topic -> new ConcurrentHashMap<>())
                .computeIfAbsent(pull.header().queueId(), queueId -> new WaiterList());
        Map<WaitingPull, WaitingPull> ofConnection = ofConnection(connection);
        WaitingPull older = ofConnection.remove(pull);
        ofConnection.put(pull, pull);
        deadlines(pull).add(pull, waitMs);
        pull.list.add(pull);
        if (older != null && older.claim()) {
            end(older);
        }
        return true;
    }

    private DeadlineBuckets deadlines(WaitingPull pull) {
        EventLoop loop = pull.context().connection().eventLoop();
        DeadlineBuckets known = deadlines.get(loop);
        return known != null
                ? known
                : deadlines.computeIfAbsent(loop, added -> new DeadlineBuckets(added, this::onDeadline));
    }

    private Map<WaitingPull, WaitingPull> ofConnection(Connection connection) {
        Map<WaitingPull, WaitingPull> pulls = connection.attribute(OF_CONNECTION);
        if (pulls == null) {
            pulls = new HashMap<>();
            connection.attribute(OF_CONNECTION, pulls);
            connection.onClose(this::onClosed);
        }
        return pulls;
    }

    private void onClosed(Connection connection) {
        for (WaitingPull pull : List.copyOf(connection.attribute(OF_CONNECTION).values())) {
            if (pull.claim()) {
                forget(pull);
            }
        }
    }

    private void onDeadline(WaitingPull pull) {
        if (pull.claim()) {
            end(pull);
        }
    }

    @Override
    public void onArrival(
            String topic, int queueId, long maxOffset, long tagsCode, long storeTimestampMs, long physicalOffset) {
        Map<Integer, WaiterList> queues = topics.get(topic);
        WaiterList waiters = queues == null ? null : queues.get(queueId);
        if (waiters != null && !waiters.isEmpty()) {
            waiters.select(pull -> pull.wantsTag(maxOffset, tagsCode) && passes(pull, physicalOffset))
                    .forEach(this::wake);
        }
    }

    private boolean passes(WaitingPull pull, long physicalOffset) {
        EntryFilter filter = pull.granted().filter();
        return !filter.wantsProperties() || records.matches(physicalOffset, filter);
    }

    /** Runs all pulls of a queue again, whatever they wait for: something else than a message has changed. */
    public void wakeQueue(String topic, int queueId) {
        WaiterList waiters = topics.getOrDefault(topic, Map.of()).get(queueId);
        if (waiters != null) {
            waiters.select(pull -> true).forEach(this::wake);
        }
    }

    /** Runs the pulls of a group for a topic again: they wait for something that the group no longer wants. */
    void wakeGroup(String topic, String group) {
        topics.getOrDefault(topic, Map.of()).values().forEach(waiters -> waiters.select(
                        pull -> pull.header().consumerGroup().equals(group))
                .forEach(this::wake));
    }

    /** Runs all pulls again, as after a change of the broker's role. */
    public void wakeAll() {
        topics.values().forEach(queues -> queues.values()
                .forEach(waiters -> waiters.select(pull -> true).forEach(this::wake)));
    }

    /** Forgets a topic that is deleted; its pulls run once more and hear of it. */
    public void removeTopic(String topic) {
        Map<Integer, WaiterList> queues = topics.remove(topic);
        if (queues != null) {
            queues.values().forEach(waiters -> waiters.select(pull -> true).forEach(this::wake));
        }
    }

    /** From any thread. */
    void wake(WaitingPull pull) {
        if (pull.claim()) {
            pull.context().connection().eventLoop().execute(() -> end(pull));
        }
    }

    private void end(WaitingPull pull) {
        forget(pull);
        try {
            rerun.accept(pull);
        } catch (RuntimeException e) {
            // Such as a disk that cannot be read: this pull's end, and nobody else's.
            RequestContext context = pull.context();
            LOG.warn("a pull of {} that waited cannot be served", context.connection(), e);
            if (!context.isAnswered()) {
                context.respond(ResponseCode.SYSTEM_ERROR, "this server failed, its log says where");
            }
        }
    }

    // On the pull's event loop, by the one who claimed it. A newer pull of the same queue is equal, but not this one.
    @SuppressWarnings("ReferenceEquality")
    private void forget(WaitingPull pull) {
        count.decrementAndGet();
        pull.list.remove(pull);
        Map<WaitingPull, WaitingPull> ofConnection = pull.context().connection().attribute(OF_CONNECTION);
        // Another one may stand in its place already.
        if (ofConnection.get(pull) == pull) {
            ofConnection.remove(pull);
        }
        deadlines(pull).remove(pull);
    }
}
