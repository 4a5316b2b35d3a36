package io.ferrymq.distribution.admin.group;

import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.SubscriptionGroupWrapper;
import io.ferrymq.remoting.protocol.header.DeleteSubscriptionGroupRequestHeader;
import java.util.Map;
import java.util.Optional;

/** The consumer groups that brokers hold. They are read from the table of all: asking for one can create it. */
final class GroupConfigs {
    private GroupConfigs() {}

    static Map<String, SubscriptionGroupConfig> all(Admin admin, String address)
            throws CommandFailed, InterruptedException {
        byte[] body = admin.call(address, Request.of(RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG))
                .body();
        return Json.decode(body, SubscriptionGroupWrapper.class).subscriptionGroupTable();
    }

    static Optional<SubscriptionGroupConfig> find(Admin admin, String address, String group)
            throws CommandFailed, InterruptedException {
        return Optional.ofNullable(all(admin, address).get(group));
    }

    static void put(Admin admin, String address, SubscriptionGroupConfig config)
            throws CommandFailed, InterruptedException {
        admin.call(address, Request.of(RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, Json.encode(config)));
    }

    static void delete(Admin admin, String address, String group, boolean withOffsets)
            throws CommandFailed, InterruptedException {
        admin.call(
                address,
                Request.of(
                        RequestCode.DELETE_SUBSCRIPTIONGROUP,
                        DeleteSubscriptionGroupRequestHeader.of(group, withOffsets)));
    }
}
