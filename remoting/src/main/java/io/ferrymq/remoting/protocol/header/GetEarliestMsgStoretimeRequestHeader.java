package io.ferrymq.remoting.protocol.header;

/** {@code GET_EARLIEST_MSG_STORETIME} (32): when the oldest message of a queue was stored. */
public record GetEarliestMsgStoretimeRequestHeader(String topic, int queueId) {}
