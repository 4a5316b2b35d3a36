package io.ferrymq.remoting.protocol.header;

/**
 * {@code BROKER_HEARTBEAT} (904): the broker lives. All but the names is for controllers; the spelling of {@code
 * heartbeatTimeoutMills} is that of the protocol.
 */
public record BrokerHeartbeatRequestHeader(
        String clusterName,
        String brokerName,
        String brokerAddr,
        Long brokerId,
        Integer epoch,
        Long maxOffset,
        Long confirmOffset,
        Long heartbeatTimeoutMills,
        Integer electionPriority) {}
