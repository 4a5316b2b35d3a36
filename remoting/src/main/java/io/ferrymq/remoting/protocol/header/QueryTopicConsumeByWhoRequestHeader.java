package io.ferrymq.remoting.protocol.header;

/** {@code QUERY_TOPIC_CONSUME_BY_WHO} (300). */
public record QueryTopicConsumeByWhoRequestHeader(String topic) {}
