package io.ferrymq.remoting;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/**
 * A connection that is being made, and those that wait for it. They are told in the order in which they came, where a future's own dependents hear
 * the other way round, and nobody who comes later goes before them.
 */
final class Connecting extends CompletableFuture<Connection> {
    // The end of the line: done when everybody in it was told.
    private volatile CompletableFuture<Connection> last = this;

    /** The connection when it is made and nobody waits for it any more, else null. */
    Connection free() {
        return last.isDone() && !isCompletedExceptionally() ? join() : null;
    }

    /** Whether nobody waits any more for the connection, or for those before to be told. */
    boolean isQuiet() {
        return last.isDone();
    }

    /** @param told must not block; hears of a failure, perhaps inside a CompletionException */
    synchronized void inOrder(BiConsumer<Connection, Throwable> told) {
        last = last.whenComplete(told);
    }
}
