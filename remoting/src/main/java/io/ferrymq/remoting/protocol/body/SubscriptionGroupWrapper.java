package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.DataVersion;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/** The subscription groups of a broker with their version: between master and slave, and in the file of groups. */
public record SubscriptionGroupWrapper(
        Map<String, SubscriptionGroupConfig> subscriptionGroupTable,
        Map<String, Map<String, Integer>> forbiddenTable,
        DataVersion dataVersion) {
    public SubscriptionGroupWrapper {
        subscriptionGroupTable = Copies.map(subscriptionGroupTable);
        forbiddenTable = Copies.map(forbiddenTable);
        dataVersion = dataVersion == null ? DataVersion.initial(0) : dataVersion;
    }
}
