package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/**
 * {@code GET_ALL_TOPIC_CONFIG} (21). All fields are for paging: without them everything is wanted; {@code
 * dataVersion} is JSON.
 */
public record GetAllTopicConfigRequestHeader(Integer topicSeq, @Optional String dataVersion, Integer maxTopicNum) {}
