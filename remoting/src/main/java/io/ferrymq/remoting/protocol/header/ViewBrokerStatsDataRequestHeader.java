package io.ferrymq.remoting.protocol.header;

/** {@code VIEW_BROKER_STATS_DATA} (315): one statistics item, such as {@code TOPIC_PUT_NUMS} of a topic. */
public record ViewBrokerStatsDataRequestHeader(String statsName, String statsKey) {}
