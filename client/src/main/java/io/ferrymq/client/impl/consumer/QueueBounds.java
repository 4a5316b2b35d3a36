package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.message.MessageQueue;
import java.util.concurrent.CompletableFuture;

/** Where a queue begins and ends, asked of its broker. */
interface QueueBounds {
    CompletableFuture<Long> min(MessageQueue queue);

    CompletableFuture<Long> max(MessageQueue queue);

    /** The first offset stored at this time or later. */
    CompletableFuture<Long> at(MessageQueue queue, long timestampMs);
}
