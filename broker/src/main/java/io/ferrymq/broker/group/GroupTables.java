package io.ferrymq.broker.group;

import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.common.Clock;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.io.StateFile;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the table of groups that {@code subscriptionGroup.json} holds, the built-in groups included (spec: broker 12). */
public final class GroupTables {
    private static final Logger LOG = LoggerFactory.getLogger(GroupTables.class);
    private static final List<String> BUILT_IN = List.of(
            MixAll.TOOLS_CONSUMER_GROUP,
            MixAll.FILTERSRV_CONSUMER_GROUP,
            MixAll.SELF_TEST_CONSUMER_GROUP,
            MixAll.ONS_HTTP_PROXY_GROUP,
            MixAll.CID_ONSAPI_PULL_GROUP,
            MixAll.CID_ONSAPI_PERMISSION_GROUP,
            MixAll.CID_ONSAPI_OWNER_GROUP,
            MixAll.CID_SYS_RMQ_TRANS);

    private GroupTables() {}

    /** @param executor writes the file; may wait for the disk */
    public static SubscriptionGroups open(Path configDir, LiveConfig config, Clock clock, Executor executor) {
        StateFile file = new StateFile(configDir.resolve("subscriptionGroup.json"));
        StateFile.Loaded<GroupsFile> loaded =
                file.read(text -> Json.decode(text.getBytes(StandardCharsets.UTF_8), GroupsFile.class));
        loaded.problems().forEach(problem -> LOG.warn("{}", problem));
        GroupsFile content =
                loaded.value().orElseGet(() -> new GroupsFile(DataVersion.initial(clock.nowMs()), Map.of(), Map.of()));
        SubscriptionGroups groups = new SubscriptionGroups(content, config, clock, executor, file);
        for (String name : BUILT_IN) {
            if (groups.find(name) == null) {
                groups.put(SubscriptionGroupConfig.of(name));
            }
        }
        return groups;
    }
}
