package io.ferrymq.remoting.protocol.header;

/** {@code GET_BROKER_CONSUME_STATS} (317). */
public record GetConsumeStatsInBrokerRequestHeader(boolean isOrder) {}
