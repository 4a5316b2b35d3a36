package io.ferrymq.client.consumer;

import io.ferrymq.common.message.MessageQueue;
import java.util.Set;

/** Hears when the queues of a topic change, whoever consumes them: registered with a lite pull consumer (client §34). */
public interface TopicMessageQueueChangeListener {
    /**
     * The topic got or lost queues. Called on a thread for the application's callbacks; calls for one topic follow one another.
     *
     * @param topic without namespace
     * @param messageQueues all queues that can be read now
     */
    void onChanged(String topic, Set<MessageQueue> messageQueues);
}
