package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.store.GroupPositions;
import io.ferrymq.client.consumer.store.Holder;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.QueueHold;
import io.ferrymq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** The positions of one group at the brokers. */
final class BrokerPositions implements GroupPositions {
    private static final long TIMEOUT_MS = 5_000;

    private final String group;
    private final BrokerLine brokers;

    BrokerPositions(String group, BrokerLine brokers) {
        this.group = group;
        this.brokers = brokers;
    }

    // "No position" is said to be no position: left to itself the broker would call it 0 while the queue is young,
    // and the group would start at the beginning against consumeFromWhere.
    @Override
    public CompletableFuture<OptionalLong> query(MessageQueue queue) {
        return brokers.ask(
                        queue.getBrokerName(),
                        Request.of(
                                RequestCode.QUERY_CONSUMER_OFFSET,
                                new QueryConsumerOffsetRequestHeader(
                                        group, queue.getTopic(), queue.getQueueId(), false)),
                        TIMEOUT_MS)
                .handle((reply, failure) -> {
                    if (failure == null) {
                        long offset = reply.header(OffsetResponseHeader.class).offset();
                        return CompletableFuture.completedFuture(OptionalLong.of(offset));
                    }
                    return Failures.brokerCode(failure) == ResponseCode.QUERY_NOT_FOUND
                            ? CompletableFuture.completedFuture(OptionalLong.empty())
                            : CompletableFuture.<OptionalLong>failedFuture(Failures.cause(failure));
                })
                .thenCompose(answer -> answer);
    }

    @Override
    public CompletableFuture<Holder> claim(MessageQueue queue, boolean force) {
        return hold(queue, force ? QueueHold.TAKE : QueueHold.ASK);
    }

    @Override
    public void leave(MessageQueue queue) {
        hold(queue, QueueHold.LEAVE);
    }

    // Who cannot be asked is one that does not know.
    private CompletableFuture<Holder> hold(MessageQueue queue, int wanted) {
        return brokers.ask(
                        queue.getBrokerName(),
                        Request.of(
                                RequestCode.QUERY_CONSUMER_OFFSET,
                                new QueryConsumerOffsetRequestHeader(
                                        group, queue.getTopic(), queue.getQueueId(), false, wanted)),
                        TIMEOUT_MS)
                .handle((reply, failure) -> failure == null
                        ? holder(reply.header(OffsetResponseHeader.class).ferrymqHolder())
                        : Holder.UNKNOWN);
    }

    private static Holder holder(Integer told) {
        if (told == null) {
            return Holder.UNKNOWN;
        }
        return switch (told) {
            case QueueHold.YOURS -> Holder.SELF;
            case QueueHold.ANOTHERS -> Holder.ANOTHER;
            default -> Holder.UNKNOWN;
        };
    }

    @Override
    public CompletableFuture<Void> update(MessageQueue queue, long offset, boolean forward) {
        return brokers.ask(queue.getBrokerName(), request(queue, offset, forward), TIMEOUT_MS)
                .thenAccept(reply -> {});
    }

    @Override
    public void updateOneway(MessageQueue queue, long offset, boolean forward) {
        brokers.oneway(queue.getBrokerName(), request(queue, offset, forward));
    }

    private Request<?> request(MessageQueue queue, long offset, boolean forward) {
        return Request.of(
                RequestCode.UPDATE_CONSUMER_OFFSET,
                new UpdateConsumerOffsetRequestHeader(group, queue.getTopic(), queue.getQueueId(), offset, forward));
    }
}
