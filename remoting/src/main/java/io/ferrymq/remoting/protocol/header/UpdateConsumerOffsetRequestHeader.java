package io.ferrymq.remoting.protocol.header;

/**
 * {@code UPDATE_CONSUMER_OFFSET} (15): a group has consumed up to here. Queue and offset may be missing so that the
 * broker can refuse with a code of its own.
 */
public record UpdateConsumerOffsetRequestHeader(
        String consumerGroup, String topic, Integer queueId, Long commitOffset) {}
