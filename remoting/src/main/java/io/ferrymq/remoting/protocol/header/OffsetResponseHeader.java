package io.ferrymq.remoting.protocol.header;

/**
 * Answer with one offset in a queue, to {@code QUERY_CONSUMER_OFFSET} (14), {@code SEARCH_OFFSET_BY_TIMESTAMP} (29),
 * {@code GET_MAX_OFFSET} (30) and {@code GET_MIN_OFFSET} (31).
 */
public record OffsetResponseHeader(long offset) {}
