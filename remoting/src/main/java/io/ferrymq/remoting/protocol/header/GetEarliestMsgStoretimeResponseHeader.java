package io.ferrymq.remoting.protocol.header;

/** Answer to {@code GET_EARLIEST_MSG_STORETIME} (32): milliseconds, -1 for an empty queue. */
public record GetEarliestMsgStoretimeResponseHeader(long timestamp) {}
