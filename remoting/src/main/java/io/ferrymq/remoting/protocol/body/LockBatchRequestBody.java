package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.Copies;
import io.ferrymq.remoting.protocol.Required;
import java.util.Set;

/**
 * {@code LOCK_BATCH_MQ} (41): a client wants these queues for itself. Brokers among themselves set {@code
 * onlyThisBroker}.
 *
 * @param ferrymqWithConnection whether the client gives its locks up with the connection they were taken on; null from those that do not say
 */
public record LockBatchRequestBody(
        String consumerGroup,
        String clientId,
        boolean onlyThisBroker,
        Set<MessageQueue> mqSet,
        Boolean ferrymqWithConnection) {
    public LockBatchRequestBody {
        Required.member(consumerGroup, "consumerGroup");
        Required.member(clientId, "clientId");
        mqSet = Copies.queues(mqSet);
    }

    /** What other clients say. */
    public LockBatchRequestBody(
            String consumerGroup, String clientId, boolean onlyThisBroker, Set<MessageQueue> mqSet) {
        this(consumerGroup, clientId, onlyThisBroker, mqSet, null);
    }
}
