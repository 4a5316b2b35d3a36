package io.ferrymq.distribution.admin.broker;

import io.ferrymq.remoting.protocol.RequestCode;
import picocli.CommandLine.Command;

@Command(
        name = "cleanExpiredCQ",
        description = "Clean expired ConsumeQueue on broker.",
        footer = {
            "",
            "Without -b and -c: at every master.",
            "Example: mqadmin cleanExpiredCQ -n 127.0.0.1:9876 -c DefaultCluster"
        })
public final class CleanExpiredCqCommand extends MaintenanceCommand {
    public CleanExpiredCqCommand() {
        super(RequestCode.CLEAN_EXPIRED_CONSUMEQUEUE);
    }
}
