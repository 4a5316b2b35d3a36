package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.message.MessageQueue;

/** Store times of a queue's messages and of the one that a group consumed last. */
public record QueueTimeSpan(
        MessageQueue messageQueue, long minTimeStamp, long maxTimeStamp, long consumeTimeStamp, long delayTime) {}
