package io.ferrymq.client.impl.consumer;

/** The life of a {@link ProcessQueue}: ACTIVE → DRAINING → CLOSED, or ACTIVE → CLOSED. */
enum QueueState {
    /** Pulled and consumed. */
    ACTIVE,
    /** Given away: nothing new starts, listeners that run may still finish and move the position. */
    DRAINING,
    /** Gone: nothing moves the position any more. */
    CLOSED
}
