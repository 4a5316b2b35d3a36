package io.ferrymq.remoting.protocol.header;

/** {@code GET_SUBSCRIPTIONGROUP_CONFIG} (352). */
public record GetSubscriptionGroupConfigRequestHeader(String group) {}
