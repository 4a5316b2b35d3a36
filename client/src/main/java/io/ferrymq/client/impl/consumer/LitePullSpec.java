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
 * What a lite pull consumer is made of, checked.
 *
 * @param offsetStore the application's own, or null
 * @param routeCheckMs how often the queues of watched topics are looked up
 * @param settings those that may change while it runs
 * @param queueListener the one for all topics, null while there is none
 * @param properties every setting as text, for tools
 */
public record LitePullSpec(
        Group group,
        LiteSubscriptions subscriptions,
        TopicWatch watch,
        OffsetStore offsetStore,
        Decoding decoding,
        long routeCheckMs,
        List<ConsumeMessageHook> consumeHooks,
        List<FilterMessageHook> filterHooks,
        Supplier<LiteSettings> settings,
        Supplier<AllocateMessageQueueStrategy> strategy,
        Supplier<MessageQueueListener> queueListener,
        Supplier<Map<String, String>> properties) {}
