package io.ferrymq.client.consumer.store;

import io.ferrymq.common.message.MessageQueue;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** A store that need not be waited for: one broken broker does not hold up the positions at others. */
public interface AsyncOffsetStore extends OffsetStore {
    /** The position that is kept for good, empty when there is none; memory holds the same after it. */
    CompletableFuture<OptionalLong> read(MessageQueue mq);

    /** Completes when the position in memory is kept for good. */
    CompletableFuture<Void> persistNow(MessageQueue mq);

    /** The position that is kept for good, memory left as it is; empty when there is none, or when others never move it. */
    default CompletableFuture<OptionalLong> peek(MessageQueue mq) {
        return CompletableFuture.completedFuture(OptionalLong.empty());
    }

    /**
     * Asks for a queue that another member of the group may have.
     *
     * @param force takes it, whoever has it
     */
    default CompletableFuture<Holder> claim(MessageQueue mq, boolean force) {
        return CompletableFuture.completedFuture(Holder.UNKNOWN);
    }

    /** The position of a queue that this consumer gives away is kept for good: its next owner need not wait any more. */
    default void leave(MessageQueue mq) {}

    /** Why positions are not kept for good at present; empty when all is well. */
    default Optional<String> problem() {
        return Optional.empty();
    }
}
