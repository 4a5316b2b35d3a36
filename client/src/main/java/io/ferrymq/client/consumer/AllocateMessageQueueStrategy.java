package io.ferrymq.client.consumer;

import io.ferrymq.common.message.MessageQueue;
import java.util.List;

/**
 * Divides the queues of a topic among the members of a group. Each member computes its own share from the same sorted lists, so the
 * outcome must follow from the arguments alone, and all members must use the same strategy.
 */
public interface AllocateMessageQueueStrategy {
    /**
     * @param currentCID id of the member that asks
     * @param mqAll all queues of the topic, sorted
     * @param cidAll ids of all members, sorted
     * @return the queues of {@code currentCID}
     */
    List<MessageQueue> allocate(String consumerGroup, String currentCID, List<MessageQueue> mqAll, List<String> cidAll);

    /** Name of the rule, for logs. */
    String getName();
}
