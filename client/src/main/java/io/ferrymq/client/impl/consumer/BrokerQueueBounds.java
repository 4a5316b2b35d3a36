package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMinOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.SearchOffsetRequestHeader;
import java.util.concurrent.CompletableFuture;

/** The bounds of queues, asked of their brokers. */
final class BrokerQueueBounds implements QueueBounds {
    private static final long TIMEOUT_MS = 5_000;

    private final BrokerLine brokers;

    BrokerQueueBounds(BrokerLine brokers) {
        this.brokers = brokers;
    }

    @Override
    public CompletableFuture<Long> min(MessageQueue queue) {
        return offset(
                queue,
                Request.of(
                        RequestCode.GET_MIN_OFFSET,
                        new GetMinOffsetRequestHeader(queue.getTopic(), queue.getQueueId())));
    }

    @Override
    public CompletableFuture<Long> max(MessageQueue queue) {
        return offset(
                queue,
                Request.of(
                        RequestCode.GET_MAX_OFFSET,
                        new GetMaxOffsetRequestHeader(queue.getTopic(), queue.getQueueId(), null)));
    }

    @Override
    public CompletableFuture<Long> at(MessageQueue queue, long timestampMs) {
        return offset(
                queue,
                Request.of(
                        RequestCode.SEARCH_OFFSET_BY_TIMESTAMP,
                        new SearchOffsetRequestHeader(queue.getTopic(), queue.getQueueId(), timestampMs, null)));
    }

    private CompletableFuture<Long> offset(MessageQueue queue, Request<?> request) {
        return brokers.ask(queue.getBrokerName(), request, TIMEOUT_MS)
                .thenApply(reply -> reply.header(OffsetResponseHeader.class).offset());
    }
}
