package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.ExtName;
import io.ferrymq.remoting.codec.Optional;

/**
 * {@code GET_ROUTEINFO_BY_TOPIC} (105): where a topic's queues are. Zone fields limit the answer to brokers of one
 * zone.
 */
public record GetRouteInfoRequestHeader(
        String topic,
        Boolean acceptStandardJsonOnly,
        @ExtName("__ZONE_NAME") @Optional String zoneName,
        @ExtName("__ZONE_MODE") Boolean zoneMode) {}
