package io.ferrymq.client.consumer.store;

import io.ferrymq.common.message.MessageQueue;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** How the positions of one group are read and written at the brokers, without ever waiting. */
public interface GroupPositions {
    /** The stored position, empty when the group has none in this queue. */
    CompletableFuture<OptionalLong> query(MessageQueue queue);

    /** Completes when the broker has said that it has the position. */
    CompletableFuture<Void> update(MessageQueue queue, long offset);

    void updateOneway(MessageQueue queue, long offset);
}
