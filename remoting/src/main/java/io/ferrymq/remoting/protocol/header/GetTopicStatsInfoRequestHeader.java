package io.ferrymq.remoting.protocol.header;

/** {@code GET_TOPIC_STATS_INFO} (202). */
public record GetTopicStatsInfoRequestHeader(String topic) {}
