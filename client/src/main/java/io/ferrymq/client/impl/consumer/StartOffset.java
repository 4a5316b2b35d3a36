package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.store.AsyncOffsetStore;
import io.ferrymq.common.message.MessageQueue;
import java.util.concurrent.CompletableFuture;

/**
 * Finds where a queue is read from when it comes to this consumer: at the stored position; without one, as consumeFromWhere says. An offset
 * that cannot be found out is a failure, never a guess.
 *
 * <p>CONSUME_FROM_LAST_OFFSET means the end at the time of the subscription. A queue that shows up later, because its topic was created or
 * grew meanwhile, is read from the messages of that time on: its end would leave out what was sent before the client noticed.
 */
final class StartOffset {
    private final Group group;
    private final AsyncOffsetStore store;
    private final QueueBounds bounds;

    StartOffset(Group group, AsyncOffsetStore store, QueueBounds bounds) {
        this.group = group;
        this.store = store;
        this.bounds = bounds;
    }

    /** @param lateSinceMs when the topic was subscribed, for a queue that was not there then; 0 for one that was */
    CompletableFuture<Long> of(MessageQueue queue, long lateSinceMs) {
        return store.read(queue)
                .thenCompose(stored -> stored.isPresent()
                        ? CompletableFuture.completedFuture(stored.getAsLong())
                        : byRule(queue, lateSinceMs).thenCompose(offset -> keep(queue, offset)));
    }

    private CompletableFuture<Long> byRule(MessageQueue queue, long lateSinceMs) {
        boolean retry = queue.getTopic().equals(group.retryTopic());
        return switch (group.fromWhere()) {
            case CONSUME_FROM_FIRST_OFFSET -> bounds.min(queue);
            case CONSUME_FROM_TIMESTAMP -> retry ? bounds.max(queue) : bounds.at(queue, group.timestampMs());
            default -> {
                if (retry) {
                    yield bounds.min(queue);
                }
                yield lateSinceMs > 0 ? bounds.at(queue, lateSinceMs) : bounds.max(queue);
            }
        };
    }

    // Written down at once: whoever gets the queue next must not apply the rule again, to another end. And read again:
    // another
    // member may have begun, and got far, while this one was still finding out. The rule never takes the group back.
    private CompletableFuture<Long> keep(MessageQueue queue, long offset) {
        store.updateOffset(queue, offset, true);
        return store.persistNow(queue)
                .thenCompose(kept -> store.read(queue))
                .thenApply(stored -> stored.orElse(offset));
    }
}
