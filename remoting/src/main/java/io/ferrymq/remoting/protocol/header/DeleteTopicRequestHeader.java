package io.ferrymq.remoting.protocol.header;

/** {@code DELETE_TOPIC_IN_BROKER} (215). */
public record DeleteTopicRequestHeader(String topic) {}
