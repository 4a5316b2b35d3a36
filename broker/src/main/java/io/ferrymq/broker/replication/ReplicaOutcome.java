package io.ferrymq.broker.replication;

/** How waiting for slaves ended. */
public enum ReplicaOutcome {
    /** As many slaves as asked for have the message. */
    REPLICATED,
    /** Too few had it when the time was over; they may still get it. */
    TIMED_OUT
}
