package io.ferrymq.remoting.protocol.header;

import io.ferrymq.common.TopicFilterType;
import io.ferrymq.remoting.codec.Optional;

/**
 * {@code UPDATE_AND_CREATE_TOPIC} (17).
 *
 * @param defaultTopic official clients name a template here, brokers ignore it
 * @param perm 2 write, 4 read, 1 inherit
 * @param attributes changes, such as {@code +message.type=FIFO,-reserve.time}
 */
public record CreateTopicRequestHeader(
        String topic,
        @Optional String defaultTopic,
        int readQueueNums,
        int writeQueueNums,
        int perm,
        TopicFilterType topicFilterType,
        Integer topicSysFlag,
        Boolean order,
        @Optional String attributes,
        Boolean force) {}
