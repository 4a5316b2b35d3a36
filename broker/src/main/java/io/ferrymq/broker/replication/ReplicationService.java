package io.ferrymq.broker.replication;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerRole;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.config.ReplicationKeys;
import io.ferrymq.broker.registration.MasterWatch;
import io.ferrymq.common.Clock;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.ListeningPort;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.protocol.body.HaClientRuntimeInfo;
import io.ferrymq.remoting.protocol.body.HaConnectionRuntimeInfo;
import io.ferrymq.remoting.protocol.body.HaRuntimeInfo;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.StoreHooks;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Replication of one broker: its own port for slaves, and the link to the master when it is a slave itself. Made before the store, which is
 * told what slaves have; starts when both are there.
 */
public final class ReplicationService implements AutoCloseable {
    private final LiveConfig config;
    private final Clock clock;
    private final boolean isSlave;
    private final Replicas replicas;
    private final ReplicaWaiters waiters = new ReplicaWaiters();
    private final SendPromise promise;
    private volatile MessageStore store;
    private volatile SlaveLinks slaves;
    private volatile MasterFollower master;

    public ReplicationService(LiveConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
        this.isSlave = config.current().get(ReplicationKeys.BROKER_ROLE) == BrokerRole.SLAVE;
        this.replicas = new Replicas(config, this::logEnd);
        this.promise = new SendPromise(config, replicas, waiters, this::logEnd, this::sendWaits);
    }

    private long logEnd() {
        return store.log().logEndOffset();
    }

    /** What the store must ask and tell. */
    public StoreHooks addTo(StoreHooks hooks) {
        return hooks.withConfirmOffset(replicas::confirmOffset)
                .withRetentionFloor(replicas::retentionFloor)
                .withAppended(this::logGrew);
    }

    // A send before the port is open is found when it opens.
    private void sendWaits() {
        SlaveLinks serving = slaves;
        if (serving != null) {
            serving.sendWaits();
        }
    }

    private void logGrew() {
        SlaveLinks serving = slaves;
        if (serving != null) {
            serving.logGrew();
        }
    }

    /**
     * Serves slaves, and follows the master when this broker is a slave.
     *
     * @param port on these threads, of which there is one
     * @param workers for putting what comes into queues and index, and for asking the master
     * @param client for that
     */
    public void start(
            MessageStore opened,
            IoThreads threads,
            ListeningPort port,
            Executor workers,
            RemotingClient client,
            MasterWatch watch) {
        store = opened;
        BrokerConfig settings = config.current();
        EventExecutor loop = threads.next();
        slaves = new SlaveLinks(config, opened, replicas, waiters, loop);
        slaves.serve(port);
        if (isSlave) {
            LinkSettings link = LinkSettings.of(settings);
            master = new MasterFollower(
                    link,
                    settings.get(ReplicationKeys.HA_MASTER_ADDRESS),
                    settings.isSyncFlush(),
                    threads,
                    loop,
                    opened,
                    workers,
                    clock,
                    new MasterCheck(client, opened),
                    () -> watch.current().address());
            master.start(watch);
        }
    }

    /** Whether a master sends its log to this broker now. */
    public boolean isFollowing() {
        MasterFollower following = master;
        MasterLink link = following == null ? null : following.link();
        return link != null && link.hasHeard();
    }

    /** For the answers of sends. */
    public ReplicaPromise promise() {
        return promise;
    }

    /** Answer to {@code GET_BROKER_HA_STATUS} (907). */
    public HaRuntimeInfo status() {
        long end = store.log().logEndOffset();
        long nowNanos = System.nanoTime();
        List<HaConnectionRuntimeInfo> following = new ArrayList<>();
        slaves.forEachFollowing(link -> {
            ReplicaState state = link.state();
            following.add(new HaConnectionRuntimeInfo(
                    state.address(),
                    state.acknowledged(),
                    Math.max(0, end - state.acknowledged()),
                    replicas.isInSync(state, end, nowNanos),
                    link.bytesPerSecond(),
                    state.sentTo()));
        });
        int inSync =
                (int) following.stream().filter(HaConnectionRuntimeInfo::inSync).count();
        return new HaRuntimeInfo(!isSlave, isSlave ? 0 : end, inSync, following, isSlave ? clientStatus(end) : null);
    }

    private HaClientRuntimeInfo clientStatus(long end) {
        MasterLink link = master.link();
        return link == null
                ? new HaClientRuntimeInfo(master.masterAddress(), 0, end, 0, 0, 0)
                : new HaClientRuntimeInfo(
                        master.masterAddress(), link.bytesPerSecond(), end, link.readMs(), link.reportedMs(), 0);
    }

    /** No more is received or sent. The store is still open. */
    @Override
    public void close() {
        if (master != null) {
            master.close();
        }
        if (slaves != null) {
            slaves.close();
        }
    }
}
