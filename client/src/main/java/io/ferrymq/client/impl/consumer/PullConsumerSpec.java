package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.AllocateMessageQueueStrategy;
import io.ferrymq.client.consumer.MessageQueueListener;
import io.ferrymq.client.consumer.store.OffsetStore;
import io.ferrymq.client.hook.ConsumeMessageHook;
import io.ferrymq.client.hook.FilterMessageHook;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What a consumer is made of whose application pulls, checked.
 *
 * @param offsetStore the application's own, or null
 * @param rebalance whether queues are shared out in the group
 * @param queueListener null while there is none
 * @param properties every setting as text, for tools
 */
public record PullConsumerSpec(
        Group group,
        SubscriptionTable subscriptions,
        OffsetStore offsetStore,
        Decoding decoding,
        boolean rebalance,
        List<ConsumeMessageHook> consumeHooks,
        List<FilterMessageHook> filterHooks,
        Supplier<AllocateMessageQueueStrategy> strategy,
        Supplier<MessageQueueListener> queueListener,
        Supplier<Map<String, String>> properties) {}
