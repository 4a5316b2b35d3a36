package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.store.AsyncOffsetStore;
import io.ferrymq.client.consumer.store.Holder;
import io.ferrymq.common.Clock;
import io.ferrymq.common.message.MessageQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * How a queue goes from one member to the next. Who gives it away lets its running listeners finish, writes the position and says at the broker
 * that it is done. Who gets it asks there until the one before is done, and reads the position then. Of a member that says nothing (of another
 * client, at another broker, or one whose connection has ended) the next one waits for a fixed time.
 */
final class HandOver {
    /** So long a listener may hold up its queue's next owner, where that one waits for word. */
    static final long DRAIN_MS = 2_000;
    /** The same where the next owner waits for a fixed time only: somewhat less than that. */
    static final long SHORT_DRAIN_MS = 400;

    private static final long TRUCE_MS = 500;
    /** A member that is here, but stands still or never hears of the change, is not waited for longer. */
    private static final long WORD_MAX_MS = 5_000;

    private static final long ASK_AGAIN_MS = 20;
    private static final long ASK_AGAIN_MAX_MS = 200;

    private final AsyncOffsetStore store;
    private final Clock clock;

    HandOver(AsyncOffsetStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Takes a queue.
     *
     * @param shared whether another member may have had it until now
     * @param wanted false as soon as it is this member's no more: then nothing is waited for
     * @return done when its position may be read; whether the next owner will wait for this one's word
     */
    CompletableFuture<Boolean> take(MessageQueue queue, boolean shared, BooleanSupplier wanted) {
        return shared ? ask(queue, wanted, clock.nowMs(), ASK_AGAIN_MS) : force(queue);
    }

    private CompletableFuture<Boolean> force(MessageQueue queue) {
        return store.claim(queue, true).thenApply(holder -> holder == Holder.SELF);
    }

    private CompletableFuture<Boolean> ask(MessageQueue queue, BooleanSupplier wanted, long sinceMs, long againMs) {
        return store.claim(queue, false).thenCompose(holder -> {
            long waitedMs = clock.nowMs() - sinceMs;
            if (holder == Holder.SELF || !wanted.getAsBoolean()) {
                return CompletableFuture.completedFuture(holder == Holder.SELF);
            }
            if (holder == Holder.ANOTHER && waitedMs < WORD_MAX_MS) {
                return pause(againMs)
                        .thenCompose(done -> ask(queue, wanted, sinceMs, Math.min(2 * againMs, ASK_AGAIN_MAX_MS)));
            }
            if (holder == Holder.UNKNOWN && waitedMs < TRUCE_MS) {
                // And asks once more: another member may have taken it meanwhile.
                return pause(TRUCE_MS - waitedMs).thenCompose(done -> ask(queue, wanted, sinceMs, againMs));
            }
            return force(queue);
        });
    }

    /** Gives a queue away whose position is written. */
    void leave(MessageQueue queue) {
        store.leave(queue);
    }

    private static CompletableFuture<Void> pause(long ms) {
        return new CompletableFuture<Void>().completeOnTimeout(null, ms, TimeUnit.MILLISECONDS);
    }
}
