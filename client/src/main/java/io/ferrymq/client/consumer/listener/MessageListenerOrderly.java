package io.ferrymq.client.consumer.listener;

import io.ferrymq.common.message.MessageExt;
import java.util.List;

/** Gets the messages of each queue one after another, in their order; different queues at the same time. Must be thread-safe. */
@FunctionalInterface
public interface MessageListenerOrderly extends MessageListener {
    /**
     * Consumes messages of one queue, the next ones in order.
     *
     * @param msgs at least one, at most {@code consumeMessageBatchMaxSize}; not changeable
     * @return whether they are done; an exception or null is taken as {@link
     *     ConsumeOrderlyStatus#SUSPEND_CURRENT_QUEUE_A_MOMENT}
     */
    ConsumeOrderlyStatus consumeMessage(List<MessageExt> msgs, ConsumeOrderlyContext context);
}
