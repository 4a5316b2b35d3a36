package io.ferrymq.broker.client;

import io.ferrymq.broker.filter.FilterResult;
import io.ferrymq.broker.filter.FilterTools;
import io.ferrymq.common.filter.ExpressionType;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import io.ferrymq.store.EntryFilter;

/** Makes subscriptions ready for use. */
public final class Subscriptions {
    private final FilterTools filters;

    public Subscriptions(FilterTools filters) {
        this.filters = filters;
    }

    /** The filter to read by, for a group's subscription of a topic. */
    public EntryFilter filterOf(String topic, String group, Subscription subscription) {
        return filters.forPull(topic, group, subscription.filter());
    }

    public Subscription of(SubscriptionData data) {
        if (data.isTagType()) {
            return new Subscription(data, TagFilter.of(data), null);
        }
        if (!ExpressionType.SQL92.equals(data.expressionType())) {
            return unusable(data, "the expression type " + data.expressionType() + " is not known, TAG and SQL92 are");
        }
        FilterResult result = filters.compiler().compile(data.subString());
        return result instanceof FilterResult.Compiled compiled
                ? new Subscription(data, compiled.filter(), null)
                : unusable(data, ((FilterResult.Rejected) result).reason());
    }

    private static Subscription unusable(SubscriptionData data, String problem) {
        return new Subscription(data, EntryFilter.ALL, problem);
    }
}
