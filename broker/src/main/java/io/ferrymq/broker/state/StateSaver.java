package io.ferrymq.broker.state;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a table to its file soon after it changed, on a thread that may wait for the disk. Changes that come while a write runs are
 * written together by the next one. A write that fails is tried again after a while, with the next change, and at the end.
 */
public final class StateSaver {
    private static final Logger LOG = LoggerFactory.getLogger(StateSaver.class);

    /** Writes the table as it is now; throws when the disk refuses. */
    @FunctionalInterface
    public interface Write {
        void run() throws Exception;
    }

    private static final long RETRY_MS = 5_000;

    private final String name;
    private final Executor executor;
    private final Executor afterAWhile;
    private final Write write;
    private final Object writing = new Object();

    // Guarded by this. A write is under way or will be exactly while pending is not null.
    private boolean dirty;
    private boolean unsaved;
    private volatile CompletableFuture<Void> pending;

    /** @param name what is saved, for the log */
    public StateSaver(String name, Executor executor, Write write) {
        this(name, executor, CompletableFuture.delayedExecutor(RETRY_MS, TimeUnit.MILLISECONDS), write);
    }

    /** @param afterAWhile where it is told when a failed write is to be tried again; must not be waited for */
    StateSaver(String name, Executor executor, Executor afterAWhile, Write write) {
        this.name = name;
        this.executor = executor;
        this.afterAWhile = afterAWhile;
        this.write = write;
    }

    /** The table changed. Never blocks. */
    public synchronized void markChanged() {
        dirty = true;
        if (pending == null) {
            pending = new CompletableFuture<>();
            try {
                executor.execute(this::save);
            } catch (RejectedExecutionException e) {
                // The broker is closing: what is unsaved is written by saveNow.
                pending = null;
            }
        }
    }

    /** The write that is due: it completes when all changes so far are on disk, exceptionally when they could not be written. Null when none is due. */
    public CompletableFuture<Void> pending() {
        return pending;
    }

    /** Completes when all changes so far are on disk; fails when they could not be written. */
    public CompletableFuture<Void> saved() {
        CompletableFuture<Void> due = pending;
        return due == null ? CompletableFuture.completedFuture(null) : due;
    }

    /** Writes now, on this thread, when something is unsaved: at the end. */
    public void saveNow() {
        synchronized (this) {
            dirty |= unsaved;
        }
        save();
    }

    private void save() {
        synchronized (writing) {
            CompletableFuture<Void> due = takeDue();
            while (due != null) {
                write(due);
                due = takeDue();
            }
        }
    }

    /** The future of the changes that the next write covers; those that come later wait for a new one. Null when all is written. */
    private synchronized CompletableFuture<Void> takeDue() {
        CompletableFuture<Void> due = pending == null ? new CompletableFuture<>() : pending;
        if (!dirty) {
            pending = null;
            due.complete(null);
            return null;
        }
        dirty = false;
        unsaved = false;
        pending = new CompletableFuture<>();
        return due;
    }

    private void write(CompletableFuture<Void> due) {
        try {
            write.run();
            due.complete(null);
        } catch (Exception e) {
            LOG.error("{} could not be saved: {}", name, e.toString());
            giveUp();
            due.completeExceptionally(e);
        }
    }

    private synchronized void giveUp() {
        if (!unsaved) {
            unsaved = true;
            afterAWhile.execute(this::tryAgain);
        }
    }

    // The disk may have room again, and perhaps nothing ever changes that would lead to a write.
    private synchronized void tryAgain() {
        if (unsaved) {
            markChanged();
        }
    }
}
