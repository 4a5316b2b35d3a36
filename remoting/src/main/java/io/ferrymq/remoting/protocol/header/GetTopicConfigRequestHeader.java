package io.ferrymq.remoting.protocol.header;

/** {@code GET_TOPIC_CONFIG} (351); {@code lo} asks for the mapping of a static topic, too. */
public record GetTopicConfigRequestHeader(String topic, Boolean lo) {}
