package io.ferrymq.remoting.protocol.route;

import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/**
 * The brokers of one name: a master and its slaves.
 *
 * @param brokerAddrs address by broker id; {@link #MASTER_ID} is the master
 * @param enableActingMaster whether the slave with the lowest id stands in for a missing master
 */
public record BrokerData(
        String cluster, String brokerName, Map<Long, String> brokerAddrs, String zoneName, boolean enableActingMaster) {
    public static final long MASTER_ID = 0L;

    public BrokerData {
        brokerAddrs = Copies.map(brokerAddrs);
    }

    public static BrokerData of(String cluster, String brokerName, Map<Long, String> brokerAddrs) {
        return new BrokerData(cluster, brokerName, brokerAddrs, null, false);
    }

    /** Null while there is none. */
    public String masterAddr() {
        return brokerAddrs.get(MASTER_ID);
    }

    /** The master's address, or that of the slave with the lowest id, or null. */
    public String masterElseSlaveAddr() {
        return brokerAddrs.keySet().stream()
                .min(Long::compare)
                .map(brokerAddrs::get)
                .orElse(null);
    }
}
