package io.ferrymq.distribution.admin.broker;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.BrokerAddress;
import io.ferrymq.distribution.admin.BrokerOrCluster;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Changes one setting and looks whether the broker has it then. */
@Command(
        name = "updateBrokerConfig",
        description = "Update broker's config.",
        footer = {
            "",
            "Example: mqadmin updateBrokerConfig -n 127.0.0.1:9876 -c DefaultCluster -k autoCreateTopicEnable -v false"
        })
public final class UpdateBrokerConfigCommand extends AdminCommand {
    @ArgGroup(exclusive = true, multiplicity = "1")
    private BrokerOrCluster target;

    @Option(
            names = {"-a", "--updateAllBroker"},
            arity = "0..1",
            fallbackValue = "true",
            description = "With -c: slaves, too (true or false). Default: false")
    private boolean slavesToo;

    @Option(
            names = {"-k", "--key"},
            required = true,
            description = "The setting; 'mqadmin getBrokerConfig' lists them.")
    private String key;

    @Option(
            names = {"-v", "--value"},
            required = true,
            description = "Its new value; quote it when it has blanks.")
    private String value;

    @Override
    protected void run(Admin admin, Output out) throws CommandFailed, InterruptedException {
        for (String address : addresses(admin)) {
            Optional<String> remark = BrokerSettings.at(admin, address).change(key.trim(), value.trim());
            out.format("update broker config success, %s", address);
            remark.ifPresent(out::line);
        }
    }

    private List<String> addresses(Admin admin) throws CommandFailed, InterruptedException {
        return slavesToo
                ? target.brokers(admin).stream().map(BrokerAddress::address).toList()
                : target.masterAddresses(admin);
    }
}
