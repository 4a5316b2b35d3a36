package io.ferrymq.broker.replication;

import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.config.ReplicationKeys;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The promise by what slaves have acknowledged. */
final class SendPromise implements ReplicaPromise {
    private final LiveConfig config;
    private final Replicas replicas;
    private final ReplicaWaiters waiters;
    private final LongSupplier logEnd;
    private final Runnable waiting;

    /** @param waiting told of each send that waits: somebody must end its waiting in time */
    SendPromise(LiveConfig config, Replicas replicas, ReplicaWaiters waiters, LongSupplier logEnd, Runnable waiting) {
        this.config = config;
        this.replicas = replicas;
        this.waiters = waiters;
        this.logEnd = logEnd;
        this.waiting = waiting;
    }

    @Override
    public boolean isGiven() {
        return replicas.slavesNeeded() > 0;
    }

    @Override
    public String missing(long logEndOffset) {
        int needed = replicas.slavesNeeded();
        int inSync = replicas.inSync(logEndOffset);
        return inSync >= needed
                ? null
                : "the message is stored here, but " + inSync + " of " + needed
                        + " slaves are in sync (brokerRole SYNC_MASTER, inSyncReplicas " + (needed + 1) + ")";
    }

    @Override
    public void whenReplicated(long logEndOffset, Consumer<ReplicaOutcome> callback) {
        if (logEndOffset <= replicas.replicatedTo()) {
            callback.accept(ReplicaOutcome.REPLICATED);
            return;
        }
        waiters.add(logEndOffset, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(replicas.timeoutMs()), callback);
        waiting.run();
        // It may have been acknowledged meanwhile.
        if (logEndOffset <= replicas.replicatedTo()) {
            waiters.complete(replicas.replicatedTo());
        }
    }

    @Override
    public long timeoutMs() {
        return replicas.timeoutMs();
    }

    @Override
    public String refusal() {
        int minimum = config.current().get(ReplicationKeys.MIN_IN_SYNC_REPLICAS);
        if (minimum <= 1 || !replicas.isSyncMaster()) {
            return null;
        }
        int copies = 1 + replicas.inSync(logEnd.getAsLong());
        return copies >= minimum
                ? null
                : "in-sync replicas not enough: " + copies + ", this master included, and minInSyncReplicas is "
                        + minimum;
    }
}
