package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.store.AsyncOffsetStore;
import io.ferrymq.common.message.MessageQueue;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queues that are this consumer's when its application does the pulling: nothing is opened, only positions are written at the end. Who gives
 * a queue away waits a moment for what the application still has to say of it; who gets one waits for its {@link HandOver} before it reads the
 * position.
 */
final class HeldQueues implements Holdings {
    private static final Logger LOG = LoggerFactory.getLogger(HeldQueues.class);

    private final Group group;
    private final AsyncOffsetStore store;
    private final HandOver handOver;
    private final Set<MessageQueue> held = ConcurrentHashMap.newKeySet();
    private final Set<MessageQueue> lost = ConcurrentHashMap.newKeySet();
    private final Map<MessageQueue, CompletableFuture<Void>> handedOver = new ConcurrentHashMap<>();

    HeldQueues(Group group, AsyncOffsetStore store, HandOver handOver) {
        this.group = group;
        this.store = store;
        this.handOver = handOver;
    }

    @Override
    public Set<MessageQueue> queues() {
        return Set.copyOf(held);
    }

    @Override
    public Set<MessageQueue> held(String topic) {
        return held.stream().filter(queue -> queue.getTopic().equals(topic)).collect(Collectors.toSet());
    }

    @Override
    public void take(MessageQueue queue, long lateSinceMs, boolean shared) {
        lost.remove(queue);
        CompletableFuture<Void> wait = new CompletableFuture<>();
        handedOver.put(queue, wait);
        held.add(queue);
        handOver.take(queue, shared && !group.isBroadcasting(), () -> held.contains(queue))
                .whenComplete((byWord, failure) -> {
                    handedOver.remove(queue, wait);
                    wait.complete(null);
                });
    }

    /** Done when the member that may have had the queue before has written its position. */
    CompletableFuture<Void> handedOver(MessageQueue queue) {
        return handedOver.getOrDefault(queue, CompletableFuture.completedFuture(null));
    }

    /** Whether the queue was this consumer's and is another member's now: the position is no longer this one's to write. */
    boolean isLost(MessageQueue queue) {
        return lost.contains(queue);
    }

    /** The application may be working there: what it says in the next moments still counts. */
    @Override
    public CompletableFuture<Void> release(MessageQueue queue) {
        held.remove(queue);
        return pause(HandOver.SHORT_DRAIN_MS).thenCompose(done -> give(queue));
    }

    /** Gives a queue away at once. */
    CompletableFuture<Void> give(MessageQueue queue) {
        if (!held.contains(queue)) {
            lost.add(queue);
        }
        return store.persistNow(queue)
                .exceptionally(failure -> {
                    LOG.warn(
                            "group {}: the position in {} could not be written, another member gets messages again: {}",
                            group.name(),
                            queue,
                            Failures.text(failure));
                    return null;
                })
                .thenRun(() -> {
                    store.removeOffset(queue);
                    if (!held.contains(queue)) {
                        handOver.leave(queue);
                    }
                });
    }

    private static CompletableFuture<Void> pause(long ms) {
        return new CompletableFuture<Void>().completeOnTimeout(null, ms, TimeUnit.MILLISECONDS);
    }
}
