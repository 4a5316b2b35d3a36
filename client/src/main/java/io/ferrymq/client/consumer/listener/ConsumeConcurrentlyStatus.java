package io.ferrymq.client.consumer.listener;

/** What became of messages consumed in no order. */
public enum ConsumeConcurrentlyStatus {
    /** Done, up to the context's {@code ackIndex}. */
    CONSUME_SUCCESS,
    /** Not done: they come again after a while. */
    RECONSUME_LATER
}
