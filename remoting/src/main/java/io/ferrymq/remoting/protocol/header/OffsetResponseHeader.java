package io.ferrymq.remoting.protocol.header;

/**
 * Answer with one offset in a queue, to {@code QUERY_CONSUMER_OFFSET} (14), {@code SEARCH_OFFSET_BY_TIMESTAMP} (29),
 * {@code GET_MAX_OFFSET} (30) and {@code GET_MIN_OFFSET} (31).
 *
 * @param ferrymqHolder who has the queue, for a member that wants it, see {@link QueueHold}; null to others, and from other brokers
 */
public record OffsetResponseHeader(long offset, Integer ferrymqHolder) {
    public OffsetResponseHeader(long offset) {
        this(offset, null);
    }
}
