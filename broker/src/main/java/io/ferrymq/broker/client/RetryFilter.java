package io.ferrymq.broker.client;

import io.ferrymq.common.message.PropertyFinder;
import io.ferrymq.store.EntryFilter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Lets those messages of a retry topic through that the group's subscription of the topic they came from lets through, when that is an
 * expression ({@code filterSupportRetry}).
 */
public final class RetryFilter implements EntryFilter {
    private static final PropertyFinder ORIGIN = new PropertyFinder(List.of("RETRY_TOPIC"));

    private final ConsumerGroup group;

    private RetryFilter(ConsumerGroup group) {
        this.group = group;
    }

    /** Everything when the group has no expression. */
    public static EntryFilter of(ConsumerGroup group) {
        boolean filters = group.subscriptions().values().stream()
                .anyMatch(subscription -> subscription.filter().wantsProperties());
        return filters ? new RetryFilter(group) : EntryFilter.ALL;
    }

    @Override
    public boolean matchesTagsCode(long tagsCode) {
        return true;
    }

    @Override
    public boolean wantsProperties() {
        return true;
    }

    @Override
    public boolean matchesProperties(ByteBuffer properties) {
        byte[] bytes = new byte[properties.remaining()];
        properties.get(properties.position(), bytes);
        long[] spans = new long[1];
        ORIGIN.find(bytes, 0, bytes.length, spans);
        if (spans[0] == PropertyFinder.ABSENT) {
            return true;
        }
        int start = PropertyFinder.start(spans[0]);
        String topic = new String(bytes, start, PropertyFinder.end(spans[0]) - start, StandardCharsets.UTF_8);
        Subscription origin = group.subscription(topic);
        return origin == null
                || !origin.filter().wantsProperties()
                || origin.filter().matchesProperties(properties);
    }
}
