package io.ferrymq.broker.follow;

import io.ferrymq.broker.group.SubscriptionGroups;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.GetAllSubscriptionGroupRequestHeader;
import io.ferrymq.remoting.protocol.header.GetAllSubscriptionGroupResponseHeader;
import java.util.Map;

/** The subscription groups, and what is forbidden to them (201). */
final class GroupsState implements ReplicatedState<Pages.Whole<SubscriptionGroupConfig>> {
    private final SubscriptionGroups groups;

    GroupsState(SubscriptionGroups groups) {
        this.groups = groups;
    }

    /** The body; absent members are null, because an answer without groups is no answer. */
    record Body(
            DataVersion dataVersion,
            Map<String, SubscriptionGroupConfig> subscriptionGroupTable,
            Map<String, Map<String, Integer>> forbiddenTable) {}

    @Override
    public String name() {
        return "subscription groups";
    }

    @Override
    public Pages.Whole<SubscriptionGroupConfig> fetch(MasterLine master) throws CopyException, InterruptedException {
        Pages.Whole<SubscriptionGroupConfig> all = new Pages<>(master, new GroupPages()).all();
        if (all.entries().isEmpty()) {
            throw master.incomplete("no subscription groups at all");
        }
        return all;
    }

    private static final class GroupPages implements Pages.Source<SubscriptionGroupConfig> {
        @Override
        public Request<?> request(int from, String versionJson, int max) {
            return Request.of(
                    RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG,
                    new GetAllSubscriptionGroupRequestHeader(from, versionJson, max));
        }

        @Override
        public Pages.Page<SubscriptionGroupConfig> read(MasterLine master, Reply reply) throws CopyException {
            Body body = master.body(reply, Body.class);
            if (body.subscriptionGroupTable() == null || body.dataVersion() == null) {
                throw master.incomplete("subscriptionGroupTable or dataVersion is missing");
            }
            for (Map.Entry<String, SubscriptionGroupConfig> entry :
                    body.subscriptionGroupTable().entrySet()) {
                if (entry.getValue() == null
                        || !entry.getKey().equals(entry.getValue().groupName())) {
                    throw master.incomplete("group " + entry.getKey() + " is " + entry.getValue());
                }
            }
            Integer total =
                    reply.header(GetAllSubscriptionGroupResponseHeader.class).totalGroupNum();
            return new Pages.Page<>(body.subscriptionGroupTable(), body.dataVersion(), total, body.forbiddenTable());
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void apply(Pages.Whole<SubscriptionGroupConfig> all, MasterLine master) {
        Map<String, Map<String, Integer>> forbidden =
                all.rest() == null ? Map.of() : (Map<String, Map<String, Integer>>) all.rest();
        groups.replaceAll(all.entries(), forbidden, all.version());
    }
}
