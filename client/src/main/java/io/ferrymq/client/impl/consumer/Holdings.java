package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.message.MessageQueue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The queues that a consumer has. Changed on the coordinator thread only. */
interface Holdings {
    Set<MessageQueue> queues();

    Set<MessageQueue> held(String topic);

    /**
     * A queue has become this consumer's.
     *
     * @param lateSinceMs when its topic was subscribed, if the queue was not there then; else 0
     * @param shared whether another member may have had it until now
     */
    void take(MessageQueue queue, long lateSinceMs, boolean shared);

    /** A queue is no longer this consumer's. Done when its position is written and its lock free. */
    CompletableFuture<Void> release(MessageQueue queue);
}
