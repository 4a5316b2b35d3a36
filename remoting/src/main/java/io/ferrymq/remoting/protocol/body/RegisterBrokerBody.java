package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.List;

/** The topics of a broker, and legacy filter servers: body of {@code REGISTER_BROKER} (103). */
public record RegisterBrokerBody(
        TopicConfigSerializeWrapper topicConfigSerializeWrapper, List<String> filterServerList) {
    public RegisterBrokerBody {
        filterServerList = Copies.list(filterServerList);
    }
}
