package io.ferrymq.client.consumer;

import io.ferrymq.client.consumer.listener.MessageListener;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.client.exception.MQClientException;

/** Calls the application with messages as they come. */
public interface MQPushConsumer extends MQConsumer {
    void start() throws MQClientException;

    /** Waits for the listeners that run, writes the positions and leaves the group. */
    void shutdown();

    @SuppressWarnings("overloads") // The public API: a lambda has to be cast.
    void registerMessageListener(MessageListenerConcurrently messageListener);

    @SuppressWarnings("overloads")
    void registerMessageListener(MessageListenerOrderly messageListener);

    /** @param messageListener one of the two kinds */
    @Deprecated
    void registerMessageListener(MessageListener messageListener);

    /** @param subExpression tags joined by {@code ||}; null or {@code *} is everything */
    void subscribe(String topic, String subExpression) throws MQClientException;

    /** @param selector null is everything */
    void subscribe(String topic, MessageSelector selector) throws MQClientException;

    void unsubscribe(String topic);

    /** Changes the number of listener threads that are kept. */
    void updateCorePoolSize(int corePoolSize);

    /** Pulls no more; what has been pulled is still consumed. */
    void suspend();

    void resume();
}
