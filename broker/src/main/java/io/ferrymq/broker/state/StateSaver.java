package io.ferrymq.broker.state;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a table to its file soon after it changed, on a thread that may wait for the disk. Changes that come while a write runs are
 * written together by the next one. A write that fails is tried again with the next change or at the end.
 */
public final class StateSaver {
    private static final Logger LOG = LoggerFactory.getLogger(StateSaver.class);

    /** Writes the table as it is now; throws when the disk refuses. */
    @FunctionalInterface
    public interface Write {
        void run() throws Exception;
    }

    private final String name;
    private final Executor executor;
    private final Write write;
    private final Object writing = new Object();

    // Guarded by this.
    private boolean scheduled;
    private boolean dirty;
    private CompletableFuture<Void> next = new CompletableFuture<>();

    /** @param name what is saved, for the log */
    public StateSaver(String name, Executor executor, Write write) {
        this.name = name;
        this.executor = executor;
        this.write = write;
    }

    /** The table changed. Never blocks. */
    public synchronized void markChanged() {
        dirty = true;
        if (!scheduled) {
            scheduled = true;
            executor.execute(this::save);
        }
    }

    /** Completes when all changes so far are on disk; fails when they could not be written. */
    public synchronized CompletableFuture<Void> saved() {
        return dirty ? next : CompletableFuture.completedFuture(null);
    }

    /** Writes now, on this thread, when something is unsaved: at the end. */
    public void saveNow() {
        save();
    }

    private void save() {
        synchronized (writing) {
            CompletableFuture<Void> waiting;
            synchronized (this) {
                scheduled = false;
                if (!dirty) {
                    return;
                }
                dirty = false;
                waiting = next;
                next = new CompletableFuture<>();
            }
            try {
                write.run();
                waiting.complete(null);
            } catch (Exception e) {
                LOG.error("{} could not be saved: {}", name, e.toString());
                synchronized (this) {
                    dirty = true;
                }
                waiting.completeExceptionally(e);
            }
        }
    }
}
