package io.ferrymq.client.impl.producer;

import io.ferrymq.client.impl.CommunicationMode;
import io.ferrymq.common.message.MessageQueue;

/**
 * How a message shall be sent.
 *
 * @param fixedQueue the queue, with the namespace in its topic; null lets the client choose one for each attempt
 * @param attemptsMax at least 1
 * @param insistOnStored whether an attempt that stored the message less safely than wanted is followed by another
 * @param timeoutMs for all attempts together
 */
record SendPlan(
        CommunicationMode mode, MessageQueue fixedQueue, int attemptsMax, boolean insistOnStored, long timeoutMs) {
    boolean isSync() {
        return mode == CommunicationMode.SYNC;
    }

    boolean choosesQueue() {
        return fixedQueue == null;
    }
}
