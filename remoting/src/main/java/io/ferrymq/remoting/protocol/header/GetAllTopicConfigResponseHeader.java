package io.ferrymq.remoting.protocol.header;

/** Answer to {@code GET_ALL_TOPIC_CONFIG} (21). */
public record GetAllTopicConfigResponseHeader(Integer totalTopicNum) {}
