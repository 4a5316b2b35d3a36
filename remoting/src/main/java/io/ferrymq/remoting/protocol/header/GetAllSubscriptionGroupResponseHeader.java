package io.ferrymq.remoting.protocol.header;

/** Answer to {@code GET_ALL_SUBSCRIPTIONGROUP_CONFIG} (201). */
public record GetAllSubscriptionGroupResponseHeader(Integer totalGroupNum) {}
