package io.ferrymq.broker.replication;

import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.common.concurrent.TickWhileNeeded;
import io.ferrymq.remoting.ListeningPort;
import io.ferrymq.store.MessageStore;
import io.netty.channel.Channel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port for slaves, and the links of those that follow. Whoever connects is no slave before its first report; strangers only take one of a
 * bounded number of places for a while.
 */
final class SlaveLinks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SlaveLinks.class);
    private static final int LINKS_MAX = 64;
    private static final int WRITE_LOW_BYTES = 512 << 10;
    private static final int WRITE_HIGH_BYTES = 2 << 20;
    private static final long SENDS_CHECK_MS = 50;
    private static final long TAIL_WAIT_MS = 2_000;

    private final LiveConfig config;
    private final LinkSettings settings;
    private final MessageStore store;
    private final Replicas replicas;
    private final ReplicaWaiters waiters;
    private final EventExecutor loop;
    private final List<SlaveLink> links = new CopyOnWriteArrayList<>();
    private final AtomicBoolean transferQueued = new AtomicBoolean();
    private final Complaints complaints = new Complaints();
    private final TickWhileNeeded waits;
    private ScheduledFuture<?> linkTicks;
    private volatile boolean closing;

    SlaveLinks(LiveConfig config, MessageStore store, Replicas replicas, ReplicaWaiters waiters, EventExecutor loop) {
        this.config = config;
        this.settings = LinkSettings.of(config.current());
        this.store = store;
        this.replicas = replicas;
        this.waiters = waiters;
        this.loop = loop;
        this.waits = new TickWhileNeeded(loop, SENDS_CHECK_MS, this::look);
    }

    void serve(ListeningPort port) {
        linkTicks = loop.scheduleWithFixedDelay(
                () -> links.forEach(link -> link.tick(System.nanoTime())),
                settings.lookMs(),
                settings.lookMs(),
                TimeUnit.MILLISECONDS);
        port.accept(this::accept);
        // Of a send that came before.
        sendWaits();
    }

    /** A send waits for slaves. From any thread. */
    void sendWaits() {
        waits.need();
    }

    // What depends on time only: sends that waited long enough, slaves that have been silent for too long.
    private boolean look() {
        if (closing) {
            return false;
        }
        waiters.expire(System.nanoTime());
        if (!replicas.states().isEmpty()) {
            long before = replicas.confirmOffset();
            replicas.update();
            if (replicas.confirmOffset() > before) {
                store.dispatch();
            }
        }
        return !waiters.isEmpty() || !replicas.states().isEmpty();
    }

    private void accept(Channel channel) {
        if (links.size() >= LINKS_MAX && !dropStranger()) {
            channel.close();
            return;
        }
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(WRITE_LOW_BYTES, WRITE_HIGH_BYTES));
        SlaveLink link = new SlaveLink(settings, store.rawLog(), store.log(), this, new TransferLimit(config));
        links.add(link);
        channel.pipeline().addLast(link);
    }

    /** Makes room by closing the oldest connection that has not become a slave. */
    private boolean dropStranger() {
        for (SlaveLink link : links) {
            if (!link.isFollowing()) {
                links.remove(link);
                link.close();
                return true;
            }
        }
        complaints.warn("a further slave is refused: " + LINKS_MAX + " are connected");
        return false;
    }

    /** The log has grown. From any thread; cheap while there is no slave. */
    void logGrew() {
        if (!links.isEmpty() && !transferQueued.get() && transferQueued.compareAndSet(false, true)) {
            loop.execute(this::transferAll);
        }
    }

    private void transferAll() {
        transferQueued.set(false);
        links.forEach(SlaveLink::transfer);
    }

    /** Each slave that follows now. */
    void forEachFollowing(Consumer<SlaveLink> visitor) {
        links.stream().filter(SlaveLink::isFollowing).forEach(visitor);
    }

    // What links tell, on the replication loop.

    void joined(SlaveLink link, long logEnd) {
        ReplicaState state = link.state();
        LOG.info(
                "slave {} follows: its log ends at {}, this one at {}, sending from {}",
                link.peer(),
                state.acknowledged(),
                logEnd,
                state.sentTo());
        complaints.settled();
        replicas.joined(state);
        waits.need();
        acknowledged();
    }

    /** Sends first, then consumers: they wait longer anyway. */
    void acknowledged() {
        replicas.update();
        if (replicas.isSyncMaster()) {
            waiters.complete(replicas.replicatedTo());
            store.dispatch();
        }
    }

    void left(SlaveLink link, boolean followed) {
        links.remove(link);
        if (followed) {
            LOG.info(
                    "slave {} left; it has the log up to {}",
                    link.peer(),
                    link.state().acknowledged());
            replicas.left(link.state());
        }
    }

    void refused(String peer, String why) {
        // Without the port, which differs at each try: the same complaint is made once a minute.
        complaints.warn("whoever connects from " + peer.substring(0, Math.max(0, peer.lastIndexOf(':')))
                + " to the port for slaves is refused: " + why);
    }

    void silent(String peer, boolean followed) {
        if (followed) {
            complaints.warn("slave " + peer + " has said nothing for " + settings.housekeepingMs()
                    + " ms (haHousekeepingInterval); its connection is closed");
        }
    }

    void failed(String peer, Throwable cause, boolean followed) {
        if (followed) {
            complaints.warn("connection of slave " + peer + " failed: " + cause.getMessage());
        } else {
            LOG.debug("connection of {} to the port for slaves failed: {}", peer, cause.toString());
        }
    }

    /** Gives slaves a moment to get the end of the log, then closes their connections. Nothing is appended any more. */
    @Override
    public void close() {
        long end = store.log().logEndOffset();
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TAIL_WAIT_MS);
        TailWait.until(deadlineNanos, loop, () -> {
            boolean[] behind = new boolean[1];
            forEachFollowing(link -> {
                link.transfer();
                boolean stalled =
                        link.state().isStalled(System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(TAIL_WAIT_MS));
                behind[0] |= link.state().acknowledged() < end && !stalled;
            });
            return !behind[0];
        });
        closing = true;
        linkTicks.cancel(false);
        links.forEach(SlaveLink::close);
        waiters.endAll();
    }
}
