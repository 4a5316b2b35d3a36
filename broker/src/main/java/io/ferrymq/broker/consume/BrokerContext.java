package io.ferrymq.broker.consume;

import io.ferrymq.common.Clock;
import java.util.Objects;

/** The surroundings that most of the consuming half needs. */
public record BrokerContext(HostBroker host, TopicDirectory topics, GroupDirectory groups, Clock clock) {
    public BrokerContext {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(topics, "topics");
        Objects.requireNonNull(groups, "groups");
        Objects.requireNonNull(clock, "clock");
    }
}
