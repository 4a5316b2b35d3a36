package io.ferrymq.broker.inspect;

import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.body.QueryConsumeTimeSpanBody;
import io.ferrymq.remoting.protocol.body.QueueTimeSpan;
import io.ferrymq.remoting.protocol.header.QueryConsumeTimeSpanRequestHeader;
import io.ferrymq.store.QueueReads;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** {@code QUERY_CONSUME_TIME_SPAN} (303): store times of a topic's queues, and how old the next message of a group is. */
public final class TimeSpanHandler implements RequestHandler<QueryConsumeTimeSpanRequestHeader> {
    private final BrokerContext broker;
    private final ConsumerOffsets offsets;
    private final QueueReads queues;

    public TimeSpanHandler(BrokerContext broker, ConsumerOffsets offsets, QueueReads queues) {
        this.broker = broker;
        this.offsets = offsets;
        this.queues = queues;
    }

    @Override
    public void handle(RequestContext context, QueryConsumeTimeSpanRequestHeader header, ByteBuf body) {
        TopicConfig topic = broker.topicFor(context, header.topic());
        if (topic == null) {
            return;
        }
        List<QueueTimeSpan> spans = new ArrayList<>();
        for (int queueId = 0; queueId < topic.writeQueueNums(); queueId++) {
            spans.add(span(header, queueId));
        }
        context.respond(Response.success(Json.encode(new QueryConsumeTimeSpanBody(spans))));
    }

    private QueueTimeSpan span(QueryConsumeTimeSpanRequestHeader header, int queueId) {
        String topic = header.topic();
        long max = queues.maxOffset(topic, queueId);
        long minMs = queues.storeTimestampAt(topic, queueId, queues.minOffset(topic, queueId));
        long maxMs = queues.storeTimestampAt(topic, queueId, max - 1);
        long consumed = offsets.committed(header.group(), topic, queueId);
        long consumedMs = consumed > 0 ? queues.storeTimestampAt(topic, queueId, consumed - 1) : minMs;
        long nextMs = consumed < max ? queues.storeTimestampAt(topic, queueId, Math.max(0, consumed)) : -1;
        long delayMs = nextMs < 0 ? 0 : Math.max(0, broker.clock().nowMs() - nextMs);
        return new QueueTimeSpan(
                new MessageQueue(topic, broker.host().name(), queueId), minMs, maxMs, consumedMs, delayMs);
    }
}
