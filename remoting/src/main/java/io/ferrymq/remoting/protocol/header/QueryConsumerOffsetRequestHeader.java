package io.ferrymq.remoting.protocol.header;

/** {@code QUERY_CONSUMER_OFFSET} (14): where a group stands in a queue. */
public record QueryConsumerOffsetRequestHeader(
        String consumerGroup, String topic, int queueId, Boolean setZeroIfNotFound) {}
