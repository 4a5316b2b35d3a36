package io.ferrymq.broker.replication;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for something that an event loop can tell, up to a moment. Not to be called on that loop. */
final class TailWait {
    private static final long LOOK_MS = 5;

    private TailWait() {}

    static void until(long deadlineNanos, EventExecutor loop, BooleanSupplier condition) {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        loop.execute(() -> look(deadlineNanos, loop, condition, reached));
        try {
            reached.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("looking at slaves failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void look(
            long deadlineNanos, EventExecutor loop, BooleanSupplier condition, CompletableFuture<Void> reached) {
        try {
            if (condition.getAsBoolean() || System.nanoTime() - deadlineNanos >= 0) {
                reached.complete(null);
            } else {
                loop.schedule(() -> look(deadlineNanos, loop, condition, reached), LOOK_MS, TimeUnit.MILLISECONDS);
            }
        } catch (RuntimeException e) {
            reached.completeExceptionally(e);
        }
    }
}
