package io.ferrymq.distribution.admin.group;

import io.ferrymq.common.subscription.GroupRetryPolicy;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.common.topic.NameRules;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.BrokerOrCluster;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Effects;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.remoting.protocol.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "updateSubGroup",
        description = "Update or create subscription group.",
        footer = {
            "",
            "What is not given stays as it is; a new group takes the defaults of one that a consumer creates.",
            "",
            "Example: mqadmin updateSubGroup -n 127.0.0.1:9876 -c DefaultCluster -g Billing -r 5"
        })
public final class UpdateSubGroupCommand extends AdminCommand {
    @ArgGroup(exclusive = true, multiplicity = "1")
    private BrokerOrCluster target;

    @Option(
            names = {"-g", "--groupName"},
            required = true,
            description = "The consumer group.")
    private String group;

    @Option(
            names = {"-s", "--consumeEnable"},
            arity = "1",
            description = "Whether it may consume (true or false). New groups: true")
    private Boolean consumeEnable;

    @Option(
            names = {"-m", "--consumeFromMinEnable"},
            arity = "1",
            description = "Where groups that pop start (true or false); kept, of no effect here. New groups: true")
    private Boolean consumeFromMinEnable;

    @Option(
            names = {"-d", "--consumeBroadcastEnable"},
            arity = "1",
            description = "Whether it may consume by broadcast (true or false). New groups: true")
    private Boolean consumeBroadcastEnable;

    @Option(
            names = {"-o", "--consumeMessageOrderly"},
            arity = "1",
            description =
                    "Whether popped messages keep their order (true or false); kept, of no effect here. New groups:"
                            + " false")
    private Boolean consumeMessageOrderly;

    @Option(
            names = {"-q", "--retryQueueNums"},
            description = "Queues of the retry topic. New groups: 1")
    private Integer retryQueueNums;

    @Option(
            names = {"-r", "--retryMaxTimes"},
            description = "Deliveries after which a message is a dead letter. New groups: 16")
    private Integer retryMaxTimes;

    @Option(
            names = {"-p", "--groupRetryPolicy"},
            description =
                    "Delays between deliveries behind a proxy; kept, of no effect here. E.g. "
                            + "'{\"type\":\"EXPONENTIAL\",\"exponentialRetryPolicy\":{\"initial\":5000,\"max\":7200000,\"multiplier\":2}}'.")
    private String groupRetryPolicy;

    @Option(
            names = {"-i", "--brokerId"},
            description = "The broker to read from, 0 for the master. New groups: 0")
    private Long brokerId;

    @Option(
            names = {"-w", "--whichBrokerWhenConsumeSlowly"},
            description = "The broker to read from when it has fallen far behind. New groups: 1")
    private Long whichBrokerWhenConsumeSlowly;

    @Option(
            names = {"-a", "--notifyConsumerIdsChanged"},
            arity = "1",
            description = "Whether members are told at once when one comes or goes (true or false). New groups: true")
    private Boolean notifyConsumerIdsChanged;

    @Option(
            names = "--attributes",
            description = "Attributes to add or change (+key=value) and to remove (-key), separated by commas.")
    private String attributes;

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        String name = group.trim();
        Optional<String> refusal = NameRules.checkGroup(name);
        if (refusal.isPresent()) {
            throw new CommandFailed(refusal.get());
        }
        for (String address : target.masterAddresses(admin)) {
            SubscriptionGroupConfig before =
                    GroupConfigs.find(admin, address, name).orElse(SubscriptionGroupConfig.of(name));
            SubscriptionGroupConfig wanted = changed(before);
            GroupConfigs.put(admin, address, wanted);
            Effects.await(
                    "group '" + name + "' to be stored at " + address, () -> GroupConfigs.find(admin, address, name)
                            .map(stored -> same(stored, wanted))
                            .orElse(false));
            out.format("create subscription group to %s success.", address);
            out.line(GroupConfigText.line(wanted));
        }
    }

    private SubscriptionGroupConfig changed(SubscriptionGroupConfig before) throws CommandFailed {
        return new SubscriptionGroupConfig(
                before.groupName(),
                either(consumeEnable, before.consumeEnable()),
                either(consumeFromMinEnable, before.consumeFromMinEnable()),
                either(consumeBroadcastEnable, before.consumeBroadcastEnable()),
                either(consumeMessageOrderly, before.consumeMessageOrderly()),
                either(retryQueueNums, before.retryQueueNums()),
                either(retryMaxTimes, before.retryMaxTimes()),
                groupRetryPolicy == null
                        ? before.groupRetryPolicy()
                        : Json.decodeText(groupRetryPolicy, GroupRetryPolicy.class),
                either(brokerId, before.brokerId()),
                either(whichBrokerWhenConsumeSlowly, before.whichBrokerWhenConsumeSlowly()),
                either(notifyConsumerIdsChanged, before.notifyConsumerIdsChangedEnable()),
                before.groupSysFlag(),
                before.consumeTimeoutMinute(),
                before.subscriptionDataSet(),
                attributeChanges());
    }

    // Brokers answer attributes without the sign they are sent with.
    private static boolean same(SubscriptionGroupConfig stored, SubscriptionGroupConfig wanted) {
        Map<String, String> is = GroupConfigText.settings(stored);
        Map<String, String> asked = GroupConfigText.settings(wanted);
        is.remove("attributes");
        asked.remove("attributes");
        return is.equals(asked);
    }

    // Attributes are sent as changes of what is there; none leaves them.
    private Map<String, String> attributeChanges() throws CommandFailed {
        if (attributes == null) {
            return Map.of();
        }
        Map<String, String> changes = new LinkedHashMap<>();
        for (String change : attributes.split(",")) {
            String[] parts = change.trim().split("=", 2);
            boolean add = parts[0].startsWith("+") && parts.length == 2;
            boolean remove = parts[0].startsWith("-") && parts.length == 1;
            if (!add && !remove) {
                throw new CommandFailed("'" + change.trim() + "' is no change of an attribute: +key=value or -key");
            }
            changes.put(parts[0], add ? parts[1] : "");
        }
        return changes;
    }

    private static <T> T either(T given, T before) {
        return given == null ? before : given;
    }
}
