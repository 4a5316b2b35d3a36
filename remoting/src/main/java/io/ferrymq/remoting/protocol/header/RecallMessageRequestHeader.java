package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/** {@code RECALL_MESSAGE} (370): a timer message shall not be delivered. */
public record RecallMessageRequestHeader(@Optional String producerGroup, String topic, String recallHandle) {}
