package io.ferrymq.broker.replication;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerRole;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.config.ReplicationKeys;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Who has how much of the log, and what follows from it: whether a send may be answered, up to where consumers may read, which files must
 * stay.
 *
 * <p>In sync is a slave that is connected (or left less than {@code slaveTimeout} ago), is no further behind than {@code haMaxGapNotInSync},
 * has shown that it is a slave ({@link ReplicaState#isProven}), and has not been silent for {@code slaveTimeout} about what it was sent. While too few are in sync nothing is promised to producers
 * (they are told so), and consumers are not kept waiting for it.
 */
final class Replicas {
    /** The files a slave needs stay for so long after it left. */
    private static final long GONE_KEPT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final LiveConfig config;
    private final LongSupplier logEnd;
    private final boolean isSyncMaster;
    private final long gapMaxBytes;
    private final List<ReplicaState> states = new CopyOnWriteArrayList<>();

    // Worked out anew at each change, on the replication loop.
    private volatile long replicatedTo;
    private volatile long confirmOffset = Long.MAX_VALUE;
    private volatile long retentionFloor = Long.MAX_VALUE;

    /** @param logEnd end of the log, asked for only once there are slaves */
    Replicas(LiveConfig config, LongSupplier logEnd) {
        this.config = config;
        this.logEnd = logEnd;
        BrokerConfig initial = config.current();
        this.isSyncMaster = initial.get(ReplicationKeys.BROKER_ROLE) == BrokerRole.SYNC_MASTER;
        this.gapMaxBytes = initial.get(ReplicationKeys.HA_MAX_GAP_NOT_IN_SYNC);
    }

    /** How many slaves must have a message before its send is answered; 0 when none has to. */
    int slavesNeeded() {
        return isSyncMaster ? config.current().get(ReplicationKeys.IN_SYNC_REPLICAS) - 1 : 0;
    }

    boolean isSyncMaster() {
        return isSyncMaster;
    }

    long timeoutMs() {
        return config.current().get(ReplicationKeys.SLAVE_TIMEOUT);
    }

    /** As many slaves as needed have everything before this address. */
    long replicatedTo() {
        return replicatedTo;
    }

    /** Consumers may see what ends at or before this address. */
    long confirmOffset() {
        return confirmOffset;
    }

    /** A slave still needs the files that hold this address or later ones. */
    long retentionFloor() {
        return retentionFloor;
    }

    /** A snapshot, those that left included. */
    List<ReplicaState> states() {
        return states;
    }

    /** How many are in sync with a log that ends here. */
    int inSync(long logEnd) {
        int count = 0;
        long nowNanos = System.nanoTime();
        for (ReplicaState state : states) {
            if (isInSync(state, logEnd, nowNanos)) {
                count++;
            }
        }
        return count;
    }

    boolean isInSync(ReplicaState state, long logEnd, long nowNanos) {
        long patienceNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMs());
        boolean here = !state.isGone() || state.goneForNanos(nowNanos) < patienceNanos;
        return here
                && state.isProven()
                && logEnd - state.acknowledged() <= gapMaxBytes
                && !state.isStalled(nowNanos, patienceNanos);
    }

    // The rest runs on the replication loop.

    void joined(ReplicaState joining) {
        String host = hostOf(joining.address());
        states.stream()
                .filter(state -> joining.isProven()
                        && state.isGone()
                        && hostOf(state.address()).equals(host))
                .findFirst()
                .ifPresent(states::remove);
        states.add(joining);
        update();
    }

    private static String hostOf(String address) {
        return address.substring(0, Math.max(0, address.lastIndexOf(':')));
    }

    void left(ReplicaState leaving) {
        leaving.left(System.nanoTime());
        update();
    }

    /** Works out what follows from the states as they are now. */
    void update() {
        long nowNanos = System.nanoTime();
        states.removeIf(state -> state.isGone() && state.goneForNanos(nowNanos) > GONE_KEPT_NANOS);
        int needed = slavesNeeded();
        long end = states.isEmpty() ? 0 : logEnd.getAsLong();
        long[] all = new long[states.size()];
        long[] inSync = new long[states.size()];
        int inSyncCount = 0;
        int count = 0;
        long floor = Long.MAX_VALUE;
        for (ReplicaState state : states) {
            long acknowledged = state.acknowledged();
            floor = Math.min(floor, state.neededFrom());
            all[count++] = acknowledged;
            if (isInSync(state, end, nowNanos)) {
                inSync[inSyncCount++] = acknowledged;
            }
        }
        replicatedTo = needed == 0 ? Long.MAX_VALUE : highest(all, count, needed, 0);
        confirmOffset = needed == 0 ? Long.MAX_VALUE : highest(inSync, inSyncCount, needed, Long.MAX_VALUE);
        retentionFloor = floor;
    }

    /** What so many of them have, or the other value when there are not so many. */
    private static long highest(long[] acknowledged, int count, int needed, long otherwise) {
        if (count < needed) {
            return otherwise;
        }
        Arrays.sort(acknowledged, 0, count);
        return acknowledged[count - needed];
    }
}
