package io.ferrymq.distribution.admin.broker;

import io.ferrymq.remoting.protocol.RequestCode;
import picocli.CommandLine.Command;

@Command(
        name = "cleanUnusedTopic",
        description = "Clean unused topic on broker.",
        footer = {
            "",
            "Without -b and -c: at every master.",
            "Example: mqadmin cleanUnusedTopic -n 127.0.0.1:9876 -c DefaultCluster"
        })
public final class CleanUnusedTopicCommand extends MaintenanceCommand {
    public CleanUnusedTopicCommand() {
        super(RequestCode.CLEAN_UNUSED_TOPIC);
    }
}
