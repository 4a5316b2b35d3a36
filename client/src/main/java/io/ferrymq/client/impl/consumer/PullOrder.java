package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;

/**
 * One pull as an application orders it.
 *
 * @param maxBytes of messages in the answer
 * @param suspendMs how long the broker may hold the answer back while there is no message; 0: not at all
 * @param timeoutMs of the call
 */
public record PullOrder(
        MessageQueue queue,
        SubscriptionData subscription,
        long offset,
        int maxNums,
        int maxBytes,
        long suspendMs,
        long timeoutMs) {}
