package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.Copies;
import io.ferrymq.remoting.protocol.Required;
import java.util.Set;

/**
 * {@code LOCK_BATCH_MQ} (41): a client wants these queues for itself. Brokers among themselves set {@code
 * onlyThisBroker}.
 */
public record LockBatchRequestBody(
        String consumerGroup, String clientId, boolean onlyThisBroker, Set<MessageQueue> mqSet) {
    public LockBatchRequestBody {
        Required.member(consumerGroup, "consumerGroup");
        Required.member(clientId, "clientId");
        mqSet = Copies.queues(mqSet);
    }
}
