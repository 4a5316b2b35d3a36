package io.ferrymq.remoting.protocol.body;

/** What a consumer in pop mode holds of one queue. */
public record PopProcessQueueInfo(int waitAckCount, boolean droped, long lastPopTimestamp) {}
