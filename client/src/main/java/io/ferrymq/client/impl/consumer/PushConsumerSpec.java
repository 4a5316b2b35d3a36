package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.AllocateMessageQueueStrategy;
import io.ferrymq.client.consumer.MessageQueueListener;
import io.ferrymq.client.consumer.listener.MessageListener;
import io.ferrymq.client.consumer.store.OffsetStore;
import io.ferrymq.client.hook.ConsumeMessageHook;
import io.ferrymq.client.hook.FilterMessageHook;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What a push consumer is made of, checked.
 *
 * @param offsetStore the application's own, or null
 * @param shutdownMaxMs how long listeners that run are waited for in the end
 * @param settings those that may change while it runs
 * @param properties every setting as text, for tools
 */
public record PushConsumerSpec(
        Group group,
        MessageListener listener,
        SubscriptionTable subscriptions,
        OffsetStore offsetStore,
        Decoding decoding,
        int threadsMin,
        int threadsMax,
        long shutdownMaxMs,
        List<ConsumeMessageHook> consumeHooks,
        List<FilterMessageHook> filterHooks,
        Supplier<PushSettings> settings,
        Supplier<AllocateMessageQueueStrategy> strategy,
        Supplier<MessageQueueListener> queueListener,
        Supplier<Map<String, String>> properties) {}
