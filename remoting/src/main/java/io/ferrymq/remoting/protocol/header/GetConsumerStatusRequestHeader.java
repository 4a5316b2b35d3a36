package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/**
 * {@code INVOKE_BROKER_TO_GET_CONSUMER_STATUS} (223) from the tool and {@code GET_CONSUMER_STATUS_FROM_CLIENT} (221)
 * from the broker; {@code clientAddr} is the id of one client.
 */
public record GetConsumerStatusRequestHeader(String topic, String group, @Optional String clientAddr) {}
