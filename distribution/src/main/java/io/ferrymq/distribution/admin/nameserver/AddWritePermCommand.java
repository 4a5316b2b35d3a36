package io.ferrymq.distribution.admin.nameserver;

import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.AddWritePermRequestHeader;
import io.ferrymq.remoting.protocol.header.AddWritePermResponseHeader;
import picocli.CommandLine.Command;

@Command(
        name = "addWritePerm",
        description = "Add write perm of broker in all name server you defined in the -n param.",
        footer = {"", "Example: mqadmin addWritePerm -n '192.0.2.1:9876;192.0.2.2:9876' -b broker-a"})
public final class AddWritePermCommand extends WritePermissionCommand {
    public AddWritePermCommand() {
        super("add", true);
    }

    @Override
    Request<?> request(String brokerName) {
        return Request.of(RequestCode.ADD_WRITE_PERM_OF_BROKER, new AddWritePermRequestHeader(brokerName));
    }

    @Override
    int topics(Reply reply) {
        return reply.header(AddWritePermResponseHeader.class).addTopicCount();
    }
}
