package io.ferrymq.client.consumer;

import io.ferrymq.common.message.MessageQueue;
import java.util.Set;

/**
 * Hears when the queues that a consumer has of a topic have changed. A queue that another member took over without this one's doing, because this one
 * was cut off or stood still, is told as gone even if it is back in the same moment: what an application keeps of it is out of date.
 */
public interface MessageQueueListener {
    /**
     * @param mqAll all queues of the topic
     * @param mqAssigned those of this consumer from now on
     */
    void messageQueueChanged(String topic, Set<MessageQueue> mqAll, Set<MessageQueue> mqAssigned);
}
