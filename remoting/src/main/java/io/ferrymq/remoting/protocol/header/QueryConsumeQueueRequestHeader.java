package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/** {@code QUERY_CONSUME_QUEUE} (321): raw entries of a queue. */
public record QueryConsumeQueueRequestHeader(
        String topic, int queueId, long index, int count, @Optional String consumerGroup) {}
