package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/**
 * {@code GET_ALL_SUBSCRIPTIONGROUP_CONFIG} (201). All fields are for paging: without them everything is wanted;
 * {@code dataVersion} is JSON.
 */
public record GetAllSubscriptionGroupRequestHeader(
        Integer groupSeq, @Optional String dataVersion, Integer maxGroupNum) {}
