package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.TopicQueue;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.CMResult;
import io.ferrymq.remoting.protocol.body.ConsumeMessageDirectlyResult;
import io.ferrymq.remoting.protocol.header.ConsumeMessageDirectlyRequestHeader;
import java.nio.charset.StandardCharsets;

/** Has one consumer consume a message now, whatever its group's position is. */
final class DirectConsumption {
    private static final long TIMEOUT_MS = 30_000;

    private DirectConsumption() {}

    /** @throws CommandFailed also when the consumer does not consume it with success */
    static ConsumeMessageDirectlyResult push(Admin admin, MessageExt message, String group, String clientId)
            throws CommandFailed, InterruptedException {
        TopicQueue queue = TopicQueue.at(admin, message.getTopic(), message.getBrokerName(), message.getQueueId());
        String offsetId = MessageView.of(message, StandardCharsets.UTF_8).offsetMsgId();
        Request<?> consume = Request.of(
                RequestCode.CONSUME_MESSAGE_DIRECTLY,
                new ConsumeMessageDirectlyRequestHeader(
                        group.trim(),
                        clientId.trim(),
                        offsetId,
                        message.getTopic(),
                        message.getBrokerName(),
                        null,
                        null));
        ConsumeMessageDirectlyResult result = Json.decode(
                admin.call(queue.address(), consume, TIMEOUT_MS).body(), ConsumeMessageDirectlyResult.class);
        if (result.consumeResult() != CMResult.CR_SUCCESS && result.consumeResult() != CMResult.CR_COMMIT) {
            throw new CommandFailed("client '" + clientId + "' has not consumed message " + offsetId + ": "
                    + result.consumeResult() + (result.remark() == null ? "" : ", " + result.remark()));
        }
        return result;
    }
}
