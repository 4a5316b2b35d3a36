package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.AllocateMessageQueueStrategy;
import io.ferrymq.client.consumer.MessageQueueListener;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.common.Clock;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What sharing out queues takes.
 *
 * @param topics those subscribed now
 * @param findRoute asks for a route that is not known yet
 * @param heartbeat tells the brokers of this consumer at once
 * @param listener null while nobody listens
 */
record RebalanceTools(
        Supplier<Set<String>> topics,
        Routes routes,
        Consumer<String> findRoute,
        Members members,
        Supplier<AllocateMessageQueueStrategy> strategy,
        Supplier<MessageQueueListener> listener,
        Runnable heartbeat,
        Executor coordinator,
        Timer timer,
        Clock clock) {
    /** The route of a topic as last seen; null when there is none. */
    @FunctionalInterface
    interface Routes {
        TopicRoute of(String topic);
    }
}
