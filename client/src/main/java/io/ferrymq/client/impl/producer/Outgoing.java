package io.ferrymq.client.impl.producer;

import io.ferrymq.common.message.Message;

/**
 * A message ready to be sent, the same for every attempt: the application's object is not touched any more.
 *
 * @param message the application's
 * @param topic with the namespace
 * @param uniqueIds the producer's id; of a batch all, joined by commas
 * @param body compressed or not, as {@code sysFlag} says
 */
record Outgoing(
        Message message,
        String topic,
        String uniqueIds,
        byte[] body,
        byte[] properties,
        int sysFlag,
        boolean batch,
        boolean reply,
        int reconsumeTimes,
        Integer maxReconsumeTimes) {
    /** What the message takes while it waits: its bytes and the objects around them, roughly. */
    int weightBytes() {
        return body.length + properties.length + 512;
    }
}
