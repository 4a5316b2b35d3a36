package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/**
 * {@code CONSUMER_SEND_MSG_BACK} (36): the message at a physical offset could not be consumed. {@code delayLevel} 0
 * leaves the delay to the broker, below 0 means dead letter.
 */
public record ConsumerSendMsgBackRequestHeader(
        long offset,
        String group,
        int delayLevel,
        @Optional String originMsgId,
        @Optional String originTopic,
        Boolean unitMode,
        Integer maxReconsumeTimes) {}
