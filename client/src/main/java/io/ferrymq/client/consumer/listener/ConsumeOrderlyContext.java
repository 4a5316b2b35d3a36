package io.ferrymq.client.consumer.listener;

import io.ferrymq.common.message.MessageQueue;

/** Where the messages of one call come from, and what the listener may say beside its answer. */
public class ConsumeOrderlyContext {
    private final MessageQueue messageQueue;
    private boolean autoCommit = true;
    private long suspendCurrentQueueTimeMillis = -1;

    public ConsumeOrderlyContext(MessageQueue messageQueue) {
        this.messageQueue = messageQueue;
    }

    public MessageQueue getMessageQueue() {
        return messageQueue;
    }

    public boolean isAutoCommit() {
        return autoCommit;
    }

    /** False: success moves the position only with the answer {@link ConsumeOrderlyStatus#COMMIT}. */
    public void setAutoCommit(boolean autoCommit) {
        this.autoCommit = autoCommit;
    }

    public long getSuspendCurrentQueueTimeMillis() {
        return suspendCurrentQueueTimeMillis;
    }

    /** How long the queue rests when the answer is to suspend; -1: as the consumer is set. Between 10 and 30,000. */
    public void setSuspendCurrentQueueTimeMillis(long suspendCurrentQueueTimeMillis) {
        this.suspendCurrentQueueTimeMillis = suspendCurrentQueueTimeMillis;
    }
}
