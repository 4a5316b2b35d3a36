package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.Copies;
import io.ferrymq.remoting.protocol.Required;
import java.util.Set;

/** {@code UNLOCK_BATCH_MQ} (42): a client gives these queues back. */
public record UnlockBatchRequestBody(
        String consumerGroup, String clientId, boolean onlyThisBroker, Set<MessageQueue> mqSet) {
    public UnlockBatchRequestBody {
        Required.member(consumerGroup, "consumerGroup");
        Required.member(clientId, "clientId");
        mqSet = Copies.queues(mqSet);
    }
}
