package io.ferrymq.broker.group;

import io.ferrymq.common.DataVersion;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import java.util.Map;

/** The content of {@code config/subscriptionGroup.json} (spec: storage 8.6). Component names are JSON member names. */
record GroupsFile(
        DataVersion dataVersion,
        Map<String, Map<String, Integer>> forbiddenTable,
        Map<String, SubscriptionGroupConfig> subscriptionGroupTable) {
    GroupsFile {
        dataVersion = dataVersion == null ? DataVersion.initial(0) : dataVersion;
        forbiddenTable = forbiddenTable == null ? Map.of() : Map.copyOf(forbiddenTable);
        subscriptionGroupTable = subscriptionGroupTable == null ? Map.of() : Map.copyOf(subscriptionGroupTable);
    }
}
