package io.ferrymq.remoting.protocol.admin;

/**
 * Where a queue ends and how far a group is in it.
 *
 * @param consumerOffset within what the queue has, so that no tool computes a negative lag from it
 * @param ferrymq more of it; null from brokers of RocketMQ
 */
public record OffsetWrapper(
        long brokerOffset, long consumerOffset, long pullOffset, long lastTimestamp, QueueLag ferrymq) {

    public OffsetWrapper(long brokerOffset, long consumerOffset, long pullOffset, long lastTimestamp) {
        this(brokerOffset, consumerOffset, pullOffset, lastTimestamp, null);
    }

    /** Messages stored and not consumed; 0 also when the position is beyond the end. */
    public long lag() {
        return Math.max(0, brokerOffset - consumerOffset);
    }

    /** Messages pulled and not consumed. */
    public long inflight() {
        return Math.max(0, pullOffset - consumerOffset);
    }

    /** What the group has committed, which can be outside of the queue. */
    public long position() {
        return ferrymq == null ? consumerOffset : ferrymq.position();
    }

    /** Whether that is behind the queue's end: it has lost messages, or was created anew. */
    public boolean isBeyondEnd() {
        return position() > brokerOffset;
    }
}
