package io.ferrymq.broker.client;

/**
 * The latest heartbeat of a client, as long as the same once more would change nothing. Of several that are handled at the same time only the
 * last one that came may be remembered: what an earlier one said may be overtaken. Heartbeats are told apart by their requests' identity.
 */
final class LastBeat {
    private Object underWay;
    private StandingBeat standing;

    /** A heartbeat that must be read has come: what was before it counts no more. */
    synchronized void reading(Object beat) {
        underWay = beat;
        standing = null;
    }

    /** Keeps what a heartbeat came to, unless another has come since; null when the same once more must be read too. */
    synchronized void read(Object beat, StandingBeat found) {
        if (underWay == beat) {
            underWay = null;
            standing = found;
        }
    }

    /** Null when the next heartbeat must be read, whatever it says. */
    synchronized StandingBeat standing() {
        return standing;
    }
}
