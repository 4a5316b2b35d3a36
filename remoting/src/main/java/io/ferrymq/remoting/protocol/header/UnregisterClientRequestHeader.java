package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/** {@code UNREGISTER_CLIENT} (35): a client leaves a producer group, a consumer group or both. */
public record UnregisterClientRequestHeader(
        String clientID, @Optional String producerGroup, @Optional String consumerGroup) {}
