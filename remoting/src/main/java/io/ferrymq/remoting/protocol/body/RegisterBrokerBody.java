package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.DataVersion;
import io.ferrymq.remoting.protocol.Copies;
import java.util.List;
import java.util.Map;

/** The topics of a broker, and legacy filter servers: body of {@code REGISTER_BROKER} (103). */
public record RegisterBrokerBody(
        TopicConfigSerializeWrapper topicConfigSerializeWrapper, List<String> filterServerList) {
    public RegisterBrokerBody {
        topicConfigSerializeWrapper = topicConfigSerializeWrapper == null
                ? TopicConfigSerializeWrapper.of(Map.of(), DataVersion.initial(0))
                : topicConfigSerializeWrapper;
        filterServerList = Copies.list(filterServerList);
    }
}
