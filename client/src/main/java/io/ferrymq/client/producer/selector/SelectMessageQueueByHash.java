package io.ferrymq.client.producer.selector;

import io.ferrymq.client.producer.MessageQueueSelector;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import java.util.List;

/** Equal arguments go to one queue, as long as the topic keeps its queues. */
public class SelectMessageQueueByHash implements MessageQueueSelector {
    @Override
    public MessageQueue select(List<MessageQueue> mqs, Message msg, Object arg) {
        return mqs.get(Math.abs(arg.hashCode() % mqs.size()));
    }
}
