package io.ferrymq.client.consumer;

import io.ferrymq.common.message.MessageQueue;
import java.util.Set;

/** Hears when the queues that a consumer has of a topic have changed. */
public interface MessageQueueListener {
    /**
     * @param mqAll all queues of the topic
     * @param mqAssigned those of this consumer from now on
     */
    void messageQueueChanged(String topic, Set<MessageQueue> mqAll, Set<MessageQueue> mqAssigned);
}
