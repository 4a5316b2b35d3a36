package io.ferrymq.broker.replication;

/**
 * A slave as its master sees it: connected and following, or gone a moment ago. Changed on the replication loop, read by any thread.
 *
 * <pre>
 *   following -> caught up or not     by its reports
 *   following -> gone                 its connection ended; it counts on for a moment, as most come back at once
 * </pre>
 */
final class ReplicaState {
    private final String address;
    private final long start;
    private volatile long acknowledged;
    private volatile long sentTo;
    private volatile long progressNanos;
    private volatile long goneNanos;
    private volatile boolean gone;
    private volatile boolean isProven;

    /**
     * @param start where sending begins: where its log ends, or further on when that is empty
     * @param isProven whether what it said first can only come from a slave
     */
    ReplicaState(String address, long acknowledged, long start, boolean isProven, long nowNanos) {
        this.address = address;
        this.start = start;
        this.isProven = isProven;
        this.acknowledged = acknowledged;
        this.sentTo = start;
        this.progressNanos = nowNanos;
    }

    /** {@code host:port} of its end of the connection. */
    String address() {
        return address;
    }

    /** End of its log as it last said. */
    long acknowledged() {
        return acknowledged;
    }

    /** Up to where it was sent. */
    long sentTo() {
        return sentTo;
    }

    /** Where what it still needs begins. */
    long neededFrom() {
        return Math.max(start, acknowledged);
    }

    /**
     * Whether it has shown that it is a slave: eight zero bytes, as any stranger may send them, are also the first report of a slave with an empty log. It
     * counts once it has acknowledged something.
     */
    boolean isProven() {
        return isProven;
    }

    boolean isGone() {
        return gone;
    }

    long goneForNanos(long nowNanos) {
        return nowNanos - goneNanos;
    }

    void sent(long end, long nowNanos) {
        if (neededFrom() >= sentTo) {
            progressNanos = nowNanos;
        }
        sentTo = end;
    }

    void acknowledge(long end, long nowNanos) {
        if (end > acknowledged) {
            progressNanos = nowNanos;
            isProven = true;
        }
        acknowledged = end;
    }

    void left(long nowNanos) {
        goneNanos = nowNanos;
        gone = true;
    }

    /** Whether it has been sent something for so long and says nothing of it. */
    boolean isStalled(long nowNanos, long maxNanos) {
        return neededFrom() < sentTo && nowNanos - progressNanos > maxNanos;
    }
}
