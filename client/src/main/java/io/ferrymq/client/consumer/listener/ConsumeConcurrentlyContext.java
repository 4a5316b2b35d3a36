package io.ferrymq.client.consumer.listener;

import io.ferrymq.common.message.MessageQueue;

/** Where the messages of one call come from, and what the listener may say beside its answer. */
public class ConsumeConcurrentlyContext {
    private final MessageQueue messageQueue;
    private int delayLevelWhenNextConsume;
    private int ackIndex = Integer.MAX_VALUE;

    public ConsumeConcurrentlyContext(MessageQueue messageQueue) {
        this.messageQueue = messageQueue;
    }

    public MessageQueue getMessageQueue() {
        return messageQueue;
    }

    public int getDelayLevelWhenNextConsume() {
        return delayLevelWhenNextConsume;
    }

    /** -1: no retry, to the dead letters at once; 0: the broker chooses; above: that delay level. */
    public void setDelayLevelWhenNextConsume(int delayLevelWhenNextConsume) {
        this.delayLevelWhenNextConsume = delayLevelWhenNextConsume;
    }

    public int getAckIndex() {
        return ackIndex;
    }

    /** Index of the last message that was consumed when the answer is success; those behind it are retried. */
    public void setAckIndex(int ackIndex) {
        this.ackIndex = ackIndex;
    }
}
