package io.ferrymq.distribution.admin.nameserver;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.WipeWritePermRequestHeader;
import io.ferrymq.remoting.protocol.header.WipeWritePermResponseHeader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "wipeWritePerm",
        description = "Wipe write perm of broker in all name server you defined in the -n param.",
        footer = {"", "Example: mqadmin wipeWritePerm -n '192.0.2.1:9876;192.0.2.2:9876' -b broker-a"})
public final class WipeWritePermCommand extends AdminCommand {
    @Option(
            names = {"-b", "--brokerName"},
            required = true,
            description = "The broker, by its name.")
    private String brokerName;

    @Override
    protected void run(Admin admin, Output out) throws CommandFailed, InterruptedException {
        String name = brokerName.trim();
        new WritePermission(admin, name, "wipe", false)
                .change(
                        Request.of(RequestCode.WIPE_WRITE_PERM_OF_BROKER, new WipeWritePermRequestHeader(name)),
                        reply -> reply.header(WipeWritePermResponseHeader.class).wipeTopicCount(),
                        out);
    }
}
