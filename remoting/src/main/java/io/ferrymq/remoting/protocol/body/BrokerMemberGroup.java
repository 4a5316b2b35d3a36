package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/** The addresses behind one broker name, by broker id. */
public record BrokerMemberGroup(String cluster, String brokerName, Map<Long, String> brokerAddrs) {
    public BrokerMemberGroup {
        brokerAddrs = Copies.map(brokerAddrs);
    }
}
