package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.ExtName;
import io.ferrymq.remoting.codec.Optional;

/**
 * {@code REGISTER_BROKER} (103): a broker and its topics, which stand in the body. Without {@code
 * heartbeatTimeoutMillis} the name server's default holds; without {@code enableActingMaster} the broker does not
 * know acting masters.
 */
public record RegisterBrokerRequestHeader(
        String clusterName,
        String brokerName,
        String brokerAddr,
        long brokerId,
        String haServerAddr,
        Long heartbeatTimeoutMillis,
        Boolean enableActingMaster,
        Boolean compressed,
        Integer bodyCrc32,
        @ExtName("__ZONE_NAME") @Optional String zoneName) {}
