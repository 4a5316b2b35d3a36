package io.ferrymq.remoting.protocol.body;

/** A statistics item: answer to {@code VIEW_BROKER_STATS_DATA} (315). */
public record BrokerStatsData(BrokerStatsItem statsMinute, BrokerStatsItem statsHour, BrokerStatsItem statsDay) {}
