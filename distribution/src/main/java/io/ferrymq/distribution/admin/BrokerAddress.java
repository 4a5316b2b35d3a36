package io.ferrymq.distribution.admin;

import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where one broker is reached.
 *
 * @param brokerId 0 for a master; null when only the address is known
 * @param master the address of a slave's master, null when it has none at present and for masters
 */
public record BrokerAddress(String address, Long brokerId, String master) {
    /** Every broker of these groups, masters before their slaves. */
    public static List<BrokerAddress> allOf(List<BrokerData> groups) {
        List<BrokerAddress> addresses = new ArrayList<>();
        for (BrokerData group : groups) {
            for (Map.Entry<Long, String> member : new TreeMap<>(group.brokerAddrs()).entrySet()) {
                boolean isMaster = member.getKey() == BrokerData.MASTER_ID;
                addresses.add(
                        new BrokerAddress(member.getValue(), member.getKey(), isMaster ? null : group.masterAddr()));
            }
        }
        return addresses;
    }

    public boolean isSlave() {
        return brokerId != null && brokerId != BrokerData.MASTER_ID;
    }
}
