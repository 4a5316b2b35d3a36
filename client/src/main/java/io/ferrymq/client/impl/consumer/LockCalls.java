package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.message.MessageQueue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Queues that a member has for itself, at their brokers. */
interface LockCalls {
    /** Those of one broker's queues that this member has now. */
    CompletableFuture<Set<MessageQueue>> lock(String brokerName, Set<MessageQueue> queues);

    /** Gives queues of one broker back; the future never fails. */
    CompletableFuture<Void> unlock(String brokerName, Set<MessageQueue> queues);
}
