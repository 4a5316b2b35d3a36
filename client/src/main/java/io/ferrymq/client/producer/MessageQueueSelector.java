package io.ferrymq.client.producer;

import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import java.util.List;

/** Chooses the queue of a message, for instance by a business key, so that messages with equal keys stay in order. */
@FunctionalInterface
public interface MessageQueueSelector {
    MessageQueue select(List<MessageQueue> mqs, Message msg, Object arg);
}
