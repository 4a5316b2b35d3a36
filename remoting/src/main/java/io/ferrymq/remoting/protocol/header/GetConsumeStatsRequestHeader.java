package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * {@code GET_CONSUME_STATS} (208): how far a group is in its topics. Without any topic all of them are meant.
 *
 * @param topicList names, each followed by a semicolon
 */
public record GetConsumeStatsRequestHeader(String consumerGroup, @Optional String topic, @Optional String topicList) {
    /** The topics of both fields; empty for all. */
    public List<String> topics() {
        List<String> topics = new ArrayList<>();
        if (topic != null && !topic.isBlank()) {
            topics.add(topic);
        }
        if (topicList != null) {
            Arrays.stream(topicList.split(";"))
                    .filter(name -> !name.isBlank() && !topics.contains(name))
                    .forEach(topics::add);
        }
        return List.copyOf(topics);
    }
}
