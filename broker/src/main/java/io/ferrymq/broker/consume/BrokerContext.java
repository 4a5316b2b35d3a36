package io.ferrymq.broker.consume;

import io.ferrymq.common.Clock;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.util.Objects;

/** The surroundings that most of the consuming half needs. */
public record BrokerContext(HostBroker host, TopicDirectory topics, GroupDirectory groups, Clock clock) {
    public BrokerContext {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(topics, "topics");
        Objects.requireNonNull(groups, "groups");
        Objects.requireNonNull(clock, "clock");
    }

    /** The topic of a request; null when there is none and the request is answered so. */
    public TopicConfig topicFor(RequestContext context, String name) {
        TopicConfig topic = topics.find(name);
        if (topic == null) {
            context.respond(ResponseCode.TOPIC_NOT_EXIST, "topic " + name + " does not exist");
        }
        return topic;
    }
}
