package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;

/** Answer to {@code QUERY_SUBSCRIPTION_BY_CONSUMER} (345); without data when the group does not subscribe the topic. */
public record QuerySubscriptionResponseBody(SubscriptionData subscriptionData, String group, String topic) {}
