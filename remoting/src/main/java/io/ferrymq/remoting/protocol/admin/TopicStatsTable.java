package io.ferrymq.remoting.protocol.admin;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/** The queues of a topic on one broker: answer to {@code GET_TOPIC_STATS_INFO} (202). */
public record TopicStatsTable(double topicPutTps, Map<MessageQueue, TopicOffset> offsetTable) {
    public TopicStatsTable {
        offsetTable = Copies.map(offsetTable);
    }
}
