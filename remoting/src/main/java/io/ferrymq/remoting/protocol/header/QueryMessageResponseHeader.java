package io.ferrymq.remoting.protocol.header;

/** Answer to {@code QUERY_MESSAGE} (12): how far the index reaches. */
public record QueryMessageResponseHeader(long indexLastUpdateTimestamp, long indexLastUpdatePhyoffset) {}
