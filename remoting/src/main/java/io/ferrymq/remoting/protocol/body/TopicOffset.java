package io.ferrymq.remoting.protocol.body;

/** From where to where a queue reaches. */
public record TopicOffset(long minOffset, long maxOffset, long lastUpdateTimestamp) {}
