package io.ferrymq.client.consumer.rebalance;

import io.ferrymq.client.consumer.AllocateMessageQueueStrategy;
import io.ferrymq.common.message.MessageQueue;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The check that all rules have in common. */
public abstract class AbstractAllocateMessageQueueStrategy implements AllocateMessageQueueStrategy {
    private static final Logger LOG = LoggerFactory.getLogger(AbstractAllocateMessageQueueStrategy.class);

    /**
     * Whether there is something to divide for this member.
     *
     * @return false when the member is not in the list, as for a moment after its start
     * @throws IllegalArgumentException when the id is blank or a list empty
     */
    public boolean check(String consumerGroup, String currentCID, List<MessageQueue> mqAll, List<String> cidAll) {
        if (currentCID == null || currentCID.isBlank()) {
            throw new IllegalArgumentException("currentCID is empty");
        }
        if (mqAll == null || mqAll.isEmpty()) {
            throw new IllegalArgumentException("mqAll is null or mqAll empty");
        }
        if (cidAll == null || cidAll.isEmpty()) {
            throw new IllegalArgumentException("cidAll is null or cidAll empty");
        }
        if (!cidAll.contains(currentCID)) {
            LOG.info(
                    "group {}: the client {} is not among the members {} that the broker names: no queues for it",
                    consumerGroup,
                    currentCID,
                    cidAll);
            return false;
        }
        return true;
    }
}
