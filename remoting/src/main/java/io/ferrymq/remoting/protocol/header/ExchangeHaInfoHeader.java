package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/**
 * {@code EXCHANGE_BROKER_HA_INFO} (906), request and answer: with {@code masterHaAddress} the sender tells, without
 * it asks.
 */
public record ExchangeHaInfoHeader(
        @Optional String masterHaAddress, Long masterFlushOffset, @Optional String masterAddress) {}
