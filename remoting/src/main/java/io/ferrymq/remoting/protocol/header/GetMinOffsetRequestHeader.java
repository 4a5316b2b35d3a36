package io.ferrymq.remoting.protocol.header;

/** {@code GET_MIN_OFFSET} (31): the offset of the oldest message of a queue. */
public record GetMinOffsetRequestHeader(String topic, int queueId) {}
