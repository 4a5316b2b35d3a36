package io.ferrymq.client.consumer.listener;

/** Gets the messages of a push consumer; implement one of {@link MessageListenerConcurrently} and {@link MessageListenerOrderly}. */
public interface MessageListener {}
