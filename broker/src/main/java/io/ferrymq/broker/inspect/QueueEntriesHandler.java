package io.ferrymq.broker.inspect;

import io.ferrymq.broker.client.ConsumerGroup;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.client.Subscription;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.ConsumeQueueData;
import io.ferrymq.remoting.protocol.body.QueryConsumeQueueResponseBody;
import io.ferrymq.remoting.protocol.header.QueryConsumeQueueRequestHeader;
import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.QueueEntry;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** {@code QUERY_CONSUME_QUEUE} (321): a queue's entries as they stand on the disk, and which of them a group's filter lets through. */
public final class QueueEntriesHandler implements RequestHandler<QueryConsumeQueueRequestHeader> {
    private static final int ENTRIES_MAX = 1_000;

    private final MessageStore store;
    private final ConsumerTable consumers;

    public QueueEntriesHandler(MessageStore store, ConsumerTable consumers) {
        this.store = store;
        this.consumers = consumers;
    }

    @Override
    public void handle(RequestContext context, QueryConsumeQueueRequestHeader header, ByteBuf body) {
        if (!store.admin().queueIds(header.topic()).contains(header.queueId())) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "topic " + header.topic() + " queue " + header.queueId() + " has no entries here");
            return;
        }
        long min = store.queues().minOffset(header.topic(), header.queueId());
        long max = store.queues().maxOffset(header.topic(), header.queueId());
        if (header.index() < min || header.index() >= max) {
            context.respond(ResponseCode.SUCCESS, "index " + header.index() + ", the queue has " + min + " to " + max);
            return;
        }
        Subscription subscription = subscription(header);
        int count = Math.min(Math.max(0, header.count()), ENTRIES_MAX);
        List<ConsumeQueueData> entries =
                store.queues().entries(header.topic(), header.queueId(), header.index(), count).stream()
                        .map(entry -> data(entry, subscription))
                        .toList();
        context.respond(Response.success(Json.encode(new QueryConsumeQueueResponseBody(
                subscription == null ? null : subscription.data(), null, entries, max, min))));
    }

    private Subscription subscription(QueryConsumeQueueRequestHeader header) {
        ConsumerGroup group = header.consumerGroup() == null ? null : consumers.find(header.consumerGroup());
        return group == null ? null : group.subscription(header.topic());
    }

    private ConsumeQueueData data(QueueEntry entry, Subscription subscription) {
        boolean passes = subscription != null && passes(entry, subscription.filter());
        return new ConsumeQueueData(
                entry.physicalOffset(), entry.sizeBytes(), entry.tagsCode(), null, null, passes, null);
    }

    private boolean passes(QueueEntry entry, EntryFilter filter) {
        return filter.matchesTagsCode(entry.tagsCode())
                && (!filter.wantsProperties() || store.log().matches(entry.physicalOffset(), filter));
    }
}
