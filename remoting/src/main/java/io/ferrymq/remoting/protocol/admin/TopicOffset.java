package io.ferrymq.remoting.protocol.admin;

/** From where to where a queue reaches. */
public record TopicOffset(long minOffset, long maxOffset, long lastUpdateTimestamp) {}
