package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/** {@code NOTIFY_MIN_BROKER_ID_CHANGE} (905), one-way from the name server to the brokers of one name. */
public record NotifyMinBrokerIdChangeRequestHeader(
        Long minBrokerId,
        @Optional String minBrokerAddr,
        @Optional String offlineBrokerAddr,
        @Optional String haBrokerAddr,
        @Optional String brokerName) {}
