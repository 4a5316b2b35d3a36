package io.ferrymq.remoting.protocol.filter;

import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes subscriptions of expressions. The hash codes of tags are what brokers compare; clients compare the tags once more. */
public final class FilterAPI {
    public static final String TAG = "TAG";
    public static final String SQL92 = "SQL92";

    private static final String OR = "\\|\\|";

    private FilterAPI() {}

    /**
     * A subscription by tags: {@code A || B}; null, empty or {@code *} is everything.
     *
     * @throws IllegalArgumentException when the expression has separators and nothing between them
     */
    public static SubscriptionData buildSubscriptionData(String topic, String tags, long nowMs) {
        if (isAll(tags)) {
            return subscription(topic, SubscriptionData.SUB_ALL, Set.of(), TAG, nowMs);
        }
        Set<String> names = Arrays.stream(tags.split(OR))
                .map(String::trim)
                .filter(tag -> !tag.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (names.isEmpty()) {
            throw new IllegalArgumentException("no tag in the expression '" + tags + "' for topic " + topic
                    + ": tags are joined by ||, * is everything");
        }
        return subscription(topic, tags, names, TAG, nowMs);
    }

    /** A subscription by an expression of the given type; an empty type is tags. SQL is compiled by the broker. */
    public static SubscriptionData build(String topic, String expression, String type, long nowMs) {
        if (type == null || type.isEmpty() || TAG.equals(type)) {
            return buildSubscriptionData(topic, expression, nowMs);
        }
        if (expression == null || expression.isBlank()) {
            throw new IllegalArgumentException("the " + type + " expression for topic " + topic + " is empty");
        }
        return subscription(topic, expression, Set.of(), type, nowMs);
    }

    private static boolean isAll(String tags) {
        return tags == null || tags.isBlank() || tags.trim().equals(SubscriptionData.SUB_ALL);
    }

    private static SubscriptionData subscription(
            String topic, String expression, Set<String> tags, String type, long nowMs) {
        Set<Integer> codes = tags.stream().map(String::hashCode).collect(Collectors.toCollection(LinkedHashSet::new));
        return new SubscriptionData(false, topic, expression, tags, codes, nowMs, type);
    }
}
