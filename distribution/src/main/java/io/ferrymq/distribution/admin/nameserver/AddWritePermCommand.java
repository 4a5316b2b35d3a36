package io.ferrymq.distribution.admin.nameserver;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.AddWritePermRequestHeader;
import io.ferrymq.remoting.protocol.header.AddWritePermResponseHeader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "addWritePerm",
        description = "Add write perm of broker in all name server you defined in the -n param.",
        footer = {"", "Example: mqadmin addWritePerm -n '192.0.2.1:9876;192.0.2.2:9876' -b broker-a"})
public final class AddWritePermCommand extends AdminCommand {
    @Option(
            names = {"-b", "--brokerName"},
            required = true,
            description = "The broker, by its name.")
    private String brokerName;

    @Override
    protected void run(Admin admin, Output out) throws CommandFailed, InterruptedException {
        String name = brokerName.trim();
        new WritePermission(admin, name, "add", true)
                .change(
                        Request.of(RequestCode.ADD_WRITE_PERM_OF_BROKER, new AddWritePermRequestHeader(name)),
                        reply -> reply.header(AddWritePermResponseHeader.class).addTopicCount(),
                        out);
    }
}
