package io.ferrymq.broker.replication;

import java.util.function.Consumer;

/** What a master promises of copies before it answers a send ({@code brokerRole}, {@code inSyncReplicas}). */
public interface ReplicaPromise {
    /** Whether sends wait for slaves at all. */
    boolean isGiven();

    /**
     * Why there is no use in waiting for a message that ends here: too few slaves are in sync.
     *
     * @return a sentence, or null when waiting makes sense
     */
    String missing(long logEndOffset);

    /**
     * Calls back once enough slaves have the log up to an address, or {@code slaveTimeout} is over. On the replication loop, or at once on the
     * caller's thread.
     */
    void whenReplicated(long logEndOffset, Consumer<ReplicaOutcome> callback);

    /** {@code slaveTimeout} in force now. */
    long timeoutMs();

    /** Why no message may be stored: there are fewer copies in sync than {@code minInSyncReplicas}. Null when there are enough. */
    String refusal();
}
