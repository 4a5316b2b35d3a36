package io.ferrymq.client.consumer.listener;

import io.ferrymq.common.message.MessageExt;
import java.util.List;

/** Gets messages on many threads at once, in no order. Must be thread-safe. */
@FunctionalInterface
public interface MessageListenerConcurrently extends MessageListener {
    /**
     * Consumes messages of one queue.
     *
     * @param msgs at least one, at most {@code consumeMessageBatchMaxSize}; not changeable
     * @return whether they are done; an exception or null is taken as {@link ConsumeConcurrentlyStatus#RECONSUME_LATER}
     */
    ConsumeConcurrentlyStatus consumeMessage(List<MessageExt> msgs, ConsumeConcurrentlyContext context);
}
