package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.Map;
import java.util.Set;

/** All brokers and clusters of a name server: answer to {@code GET_BROKER_CLUSTER_INFO} (106). */
public record ClusterInfo(Map<String, BrokerData> brokerAddrTable, Map<String, Set<String>> clusterAddrTable) {
    public ClusterInfo {
        brokerAddrTable = Copies.map(brokerAddrTable);
        clusterAddrTable = Copies.map(clusterAddrTable);
    }
}
