package io.ferrymq.remoting.protocol.body;

/** A statistics item over one span of time. */
public record BrokerStatsItem(long sum, double tps, double avgpt) {}
