package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/** {@code QUERY_SUBSCRIPTION_BY_CONSUMER} (345). */
public record QuerySubscriptionByConsumerRequestHeader(String group, @Optional String topic) {}
