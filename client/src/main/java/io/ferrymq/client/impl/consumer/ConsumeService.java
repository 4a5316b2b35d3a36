package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.remoting.protocol.body.ConsumeMessageDirectlyResult;

/** Calls the listener: one kind for messages in no order, one for messages in order. */
interface ConsumeService {
    QueueConsumer open(ProcessQueue queue);

    boolean isOrderly();

    /** Calls the listener with one message on this thread; its answer moves no position and no message. */
    ConsumeMessageDirectlyResult consumeDirectly(MessageExt message, String brokerName);
}
