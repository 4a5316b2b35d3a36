package io.ferrymq.client.producer.selector;

import io.ferrymq.client.producer.MessageQueueSelector;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Any queue. */
public class SelectMessageQueueByRandom implements MessageQueueSelector {
    @Override
    public MessageQueue select(List<MessageQueue> mqs, Message msg, Object arg) {
        return mqs.get(ThreadLocalRandom.current().nextInt(mqs.size()));
    }
}
