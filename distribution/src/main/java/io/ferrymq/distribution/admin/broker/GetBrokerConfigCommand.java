package io.ferrymq.distribution.admin.broker;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.BrokerAddress;
import io.ferrymq.distribution.admin.BrokerOrCluster;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

@Command(
        name = "getBrokerConfig",
        description = "Get broker config by cluster or special broker.",
        footer = {"", "Example: mqadmin getBrokerConfig -n 127.0.0.1:9876 -c DefaultCluster"})
public final class GetBrokerConfigCommand extends ReadingCommand<List<GetBrokerConfigCommand.Settings>> {
    @ArgGroup(exclusive = true, multiplicity = "1")
    private BrokerOrCluster target;

    /** One broker's settings. */
    public record Settings(BrokerAddress broker, Map<String, String> config) {}

    @Override
    protected List<Settings> read(Admin admin) throws CommandFailed, InterruptedException {
        List<Settings> settings = new ArrayList<>();
        for (BrokerAddress broker : target.brokers(admin)) {
            settings.add(new Settings(
                    broker, BrokerSettings.at(admin, broker.address()).read()));
        }
        return settings;
    }

    @Override
    protected void print(List<Settings> all, Output out) {
        for (Settings settings : all) {
            out.line("============" + heading(settings.broker()) + "============");
            settings.config().forEach((key, value) -> out.format("%-50s=  %s", key, value));
        }
    }

    private static String heading(BrokerAddress broker) {
        if (broker.brokerId() == null) {
            return broker.address();
        }
        return broker.isSlave()
                ? "My Master: " + (broker.master() == null ? "none" : broker.master()) + "=====Slave: "
                        + broker.address()
                : "Master: " + broker.address();
    }
}
