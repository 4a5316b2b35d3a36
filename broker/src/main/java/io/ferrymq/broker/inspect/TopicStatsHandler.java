package io.ferrymq.broker.inspect;

import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.broker.consume.Statistics;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.admin.TopicOffset;
import io.ferrymq.remoting.protocol.admin.TopicStatsTable;
import io.ferrymq.remoting.protocol.header.GetTopicStatsInfoRequestHeader;
import io.ferrymq.store.QueueReads;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.TreeMap;

/** {@code GET_TOPIC_STATS_INFO} (202): from where to where the queues of a topic reach. */
public final class TopicStatsHandler implements RequestHandler<GetTopicStatsInfoRequestHeader> {
    private final BrokerContext broker;
    private final QueueReads queues;
    private final Statistics statistics;

    public TopicStatsHandler(BrokerContext broker, QueueReads queues, Statistics statistics) {
        this.broker = broker;
        this.queues = queues;
        this.statistics = statistics;
    }

    @Override
    public void handle(RequestContext context, GetTopicStatsInfoRequestHeader header, ByteBuf body) {
        TopicConfig topic = broker.topicFor(context, header.topic());
        if (topic == null) {
            return;
        }
        Map<MessageQueue, TopicOffset> table = new TreeMap<>();
        for (int queueId = 0; queueId < Math.max(topic.readQueueNums(), topic.writeQueueNums()); queueId++) {
            long min = Math.max(0, queues.minOffset(header.topic(), queueId));
            long max = Math.max(0, queues.maxOffset(header.topic(), queueId));
            long lastMs = max > 0 ? Math.max(0, queues.storeTimestampAt(header.topic(), queueId, max - 1)) : 0;
            table.put(
                    new MessageQueue(header.topic(), broker.host().name(), queueId), new TopicOffset(min, max, lastMs));
        }
        context.respond(
                Response.success(Json.encode(new TopicStatsTable(statistics.topicPutTps(header.topic()), table))));
    }
}
