package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;

/** {@code CHECK_CLIENT_CONFIG} (46): does this filter expression compile? */
public record CheckClientRequestBody(
        String clientId, String group, String namespace, SubscriptionData subscriptionData) {}
