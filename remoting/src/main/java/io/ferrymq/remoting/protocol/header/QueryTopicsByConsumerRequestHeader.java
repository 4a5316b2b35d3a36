package io.ferrymq.remoting.protocol.header;

/** {@code QUERY_TOPICS_BY_CONSUMER} (343). */
public record QueryTopicsByConsumerRequestHeader(String group) {}
