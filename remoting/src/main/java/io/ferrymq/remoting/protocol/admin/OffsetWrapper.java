package io.ferrymq.remoting.protocol.admin;

/** Where a queue ends and how far a group is in it. */
public record OffsetWrapper(long brokerOffset, long consumerOffset, long pullOffset, long lastTimestamp) {
    /** Messages stored and not consumed. */
    public long lag() {
        return brokerOffset - consumerOffset;
    }

    /** Messages pulled and not consumed. */
    public long inflight() {
        return pullOffset - consumerOffset;
    }
}
