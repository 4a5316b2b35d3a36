package io.ferrymq.distribution.admin.broker;

import io.ferrymq.remoting.protocol.RequestCode;
import picocli.CommandLine.Command;

@Command(
        name = "deleteExpiredCommitLog",
        description = "Delete expired CommitLog files.",
        footer = {
            "",
            "Without -b and -c: at every master.",
            "Example: mqadmin deleteExpiredCommitLog -n 127.0.0.1:9876 -c DefaultCluster"
        })
public final class DeleteExpiredCommitLogCommand extends MaintenanceCommand {
    public DeleteExpiredCommitLogCommand() {
        super(RequestCode.DELETE_EXPIRED_COMMITLOG);
    }
}
