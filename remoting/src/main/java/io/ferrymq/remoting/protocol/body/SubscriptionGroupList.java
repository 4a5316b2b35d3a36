package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.protocol.Copies;
import java.util.List;

/** {@code UPDATE_AND_CREATE_SUBSCRIPTIONGROUP_LIST} (225). */
public record SubscriptionGroupList(List<SubscriptionGroupConfig> groupConfigList) {
    public SubscriptionGroupList {
        groupConfigList = Copies.list(groupConfigList);
    }
}
