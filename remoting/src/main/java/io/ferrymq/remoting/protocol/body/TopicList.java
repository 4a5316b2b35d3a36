package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.Collection;
import java.util.List;

/** Names of topics, and with {@code GET_SYSTEM_TOPIC_LIST_FROM_NS} (304) the broker to ask for more. */
public record TopicList(String brokerAddr, List<String> topicList) {
    public TopicList {
        topicList = Copies.list(topicList);
    }

    public static TopicList of(Collection<String> topics) {
        return new TopicList(null, List.copyOf(topics));
    }
}
