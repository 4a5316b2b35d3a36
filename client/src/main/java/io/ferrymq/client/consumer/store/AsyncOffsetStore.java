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

    /** Why positions are not kept for good at present; empty when all is well. */
    default Optional<String> problem() {
        return Optional.empty();
    }
}
