package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/**
 * {@code CONSUME_MESSAGE_DIRECTLY} (309): the client shall consume this one message. The broker relays it with the
 * message as body.
 */
public record ConsumeMessageDirectlyRequestHeader(
        String consumerGroup,
        @Optional String clientId,
        @Optional String msgId,
        @Optional String topic,
        @Optional String brokerName,
        Integer topicSysFlag,
        Integer groupSysFlag) {}
