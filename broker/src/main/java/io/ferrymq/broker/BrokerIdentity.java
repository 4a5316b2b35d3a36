package io.ferrymq.broker;

import io.ferrymq.store.HostBytes;
import java.util.Objects;

/**
 * Who this broker is.
 *
 * @param brokerId 0 for a master
 * @param address {@code host:port} under which clients reach it, as it is registered
 * @param haAddress {@code host:port} under which slaves reach it
 * @param storeHost the address as records and message ids hold it
 */
public record BrokerIdentity(
        String clusterName, String brokerName, long brokerId, String address, String haAddress, HostBytes storeHost) {
    public BrokerIdentity {
        Objects.requireNonNull(clusterName, "clusterName");
        Objects.requireNonNull(brokerName, "brokerName");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(haAddress, "haAddress");
        Objects.requireNonNull(storeHost, "storeHost");
    }

    public boolean isMaster() {
        return brokerId == 0;
    }
}
