package io.ferrymq.distribution.admin.nameserver;

import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.WipeWritePermRequestHeader;
import io.ferrymq.remoting.protocol.header.WipeWritePermResponseHeader;
import picocli.CommandLine.Command;

@Command(
        name = "wipeWritePerm",
        description = "Wipe write perm of broker in all name server you defined in the -n param.",
        footer = {"", "Example: mqadmin wipeWritePerm -n '192.0.2.1:9876;192.0.2.2:9876' -b broker-a"})
public final class WipeWritePermCommand extends WritePermissionCommand {
    public WipeWritePermCommand() {
        super("wipe", false);
    }

    @Override
    Request<?> request(String brokerName) {
        return Request.of(RequestCode.WIPE_WRITE_PERM_OF_BROKER, new WipeWritePermRequestHeader(brokerName));
    }

    @Override
    int topics(Reply reply) {
        return reply.header(WipeWritePermResponseHeader.class).wipeTopicCount();
    }
}
