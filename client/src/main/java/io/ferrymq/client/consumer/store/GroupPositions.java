package io.ferrymq.client.consumer.store;

import io.ferrymq.common.message.MessageQueue;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** How the positions of one group are read and written at the brokers, without ever waiting. */
public interface GroupPositions {
    /** The stored position, empty when the group has none in this queue. */
    CompletableFuture<OptionalLong> query(MessageQueue queue);

    /**
     * Completes when the broker has said that it has the position.
     *
     * @param forward the consumer has gone on; a broker where another member is further already, because the queue is that one's by now, may
     *     ignore it. Otherwise the position is moved on purpose, maybe back
     */
    CompletableFuture<Void> update(MessageQueue queue, long offset, boolean forward);

    /**
     * Asks for a queue that another member may have.
     *
     * @param force takes it, whoever has it
     */
    default CompletableFuture<Holder> claim(MessageQueue queue, boolean force) {
        return CompletableFuture.completedFuture(Holder.UNKNOWN);
    }

    /** This member has written all that it has to say of the queue: others need not wait any more. */
    default void leave(MessageQueue queue) {}

    void updateOneway(MessageQueue queue, long offset, boolean forward);
}
