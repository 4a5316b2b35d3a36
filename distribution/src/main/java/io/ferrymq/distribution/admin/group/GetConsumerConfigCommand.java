package io.ferrymq.distribution.admin.group;

import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "getConsumerConfig",
        description = "Get the settings of a consumer group at every broker that has it.",
        footer = {"", "Example: mqadmin getConsumerConfig -n 127.0.0.1:9876 -g Billing"})
public final class GetConsumerConfigCommand extends ReadingCommand<List<GetConsumerConfigCommand.Holder>> {
    @Option(
            names = {"-g", "--groupName"},
            required = true,
            description = "The consumer group.")
    private String group;

    /** A broker and the settings of the group there. */
    public record Holder(String cluster, String brokerName, SubscriptionGroupConfig config) {}

    @Override
    protected List<Holder> read(Admin admin) throws CommandFailed, InterruptedException {
        ClusterInfo info = admin.clusterInfo();
        List<Holder> holders = new ArrayList<>();
        for (String cluster : new TreeSet<>(info.clusterAddrTable().keySet())) {
            for (BrokerData broker : admin.brokers(cluster)) {
                Optional<SubscriptionGroupConfig> config =
                        GroupConfigs.find(admin, broker.masterElseSlaveAddr(), group.trim());
                config.ifPresent(found -> holders.add(new Holder(cluster, broker.brokerName(), found)));
            }
        }
        if (holders.isEmpty()) {
            throw new CommandFailed("no broker has a group '" + group + "'; 'mqadmin updateSubGroup' creates one");
        }
        return holders;
    }

    @Override
    protected void print(List<Holder> holders, Output out) {
        for (Holder holder : holders) {
            String rule = "=".repeat(30);
            out.format("%s%s:%s%s", rule, holder.cluster(), holder.brokerName(), rule);
            GroupConfigText.settings(holder.config()).forEach((name, value) -> out.format("%-50s=  %s", name, value));
        }
    }
}
