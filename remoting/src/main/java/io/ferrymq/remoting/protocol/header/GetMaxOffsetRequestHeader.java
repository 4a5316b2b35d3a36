package io.ferrymq.remoting.protocol.header;

/** {@code GET_MAX_OFFSET} (30): the offset that the next message of a queue gets. */
public record GetMaxOffsetRequestHeader(String topic, int queueId, Boolean committed) {}
