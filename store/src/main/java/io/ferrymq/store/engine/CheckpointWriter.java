package io.ferrymq.store.engine;

import io.ferrymq.store.Durability;
import io.ferrymq.store.dispatch.Derivation;
import io.ferrymq.store.dispatch.Dispatcher;
import io.ferrymq.store.file.NotForcedException;
import io.ferrymq.store.flush.LogFlusher;
import io.ferrymq.store.index.KeyIndex;
import io.ferrymq.store.queue.ConsumeQueue;
import io.ferrymq.store.queue.QueueTable;
import io.ferrymq.store.recovery.Checkpoint;
import io.ferrymq.store.recovery.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings queues, index and log to disk up to one address and then says so in {@code checkpoint} and in our own progress file: never before it is true. The
 * next recovery begins there.
 */
final class CheckpointWriter {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointWriter.class);
    private static final long LOG_FORCE_TIMEOUT_MS = 60_000;

    private final Path rootDir;
    private final Dispatcher dispatcher;
    private final Derivation derivation;
    private final QueueTable queues;
    private final KeyIndex index;
    private final LongSupplier logMinOffset;
    private final LogFlusher flusher;
    private Snapshot written;

    CheckpointWriter(
            Path rootDir,
            Dispatcher dispatcher,
            Derivation derivation,
            QueueTable queues,
            KeyIndex index,
            LongSupplier logMinOffset,
            LogFlusher flusher) {
        this.rootDir = rootDir;
        this.dispatcher = dispatcher;
        this.derivation = derivation;
        this.queues = queues;
        this.index = index;
        this.logMinOffset = logMinOffset;
        this.flusher = flusher;
    }

    /** One moment between two dispatches. */
    private record Snapshot(
            long address,
            long timestampMs,
            KeyIndex.Progress index,
            long indexTimestampMs,
            long queueEntrySum,
            Progress.Beginnings beginnings) {}

    private Snapshot snapshot() {
        Snapshot[] taken = new Snapshot[1];
        dispatcher.exclusively(() -> taken[0] = new Snapshot(
                dispatcher.dispatchedTo(),
                derivation.lastTimestampMs(),
                index.progress(),
                index.lastTimestampMs(),
                queues.all().mapToLong(ConsumeQueue::endOffset).sum(),
                new Progress.Beginnings(
                        logMinOffset.getAsLong(),
                        queues.all().mapToLong(ConsumeQueue::firstFileOffset).sum(),
                        index.fileCount())));
        return taken[0];
    }

    /** Returns whether what was there when it was called is on disk now. */
    synchronized boolean write(boolean clean) throws IOException {
        Snapshot now = snapshot();
        if (now.equals(written) && !clean) {
            return true;
        }
        try {
            queues.force();
            index.force();
        } catch (NotForcedException e) {
            LOG.warn("no checkpoint written, the last one stays: {}", e.getMessage());
            return false;
        }
        if (!isLogForcedTo(now.address)) {
            LOG.warn("no checkpoint written: the log is not on disk up to {}", now.address);
            return false;
        }
        return writeFiles(now, clean);
    }

    /** A full disk is no reason to give up: the files of the last time are whole, and recovery would only begin earlier. */
    private boolean writeFiles(Snapshot now, boolean clean) {
        try {
            new Progress(now.address, now.address, now.address, now.index, now.queueEntrySum, now.beginnings, clean)
                    .write(rootDir);
            new Checkpoint(now.timestampMs, now.timestampMs, now.indexTimestampMs).write(rootDir);
        } catch (IOException e) {
            LOG.warn("no checkpoint written in {}, the last one stays: {}", rootDir, e.toString());
            return false;
        }
        written = now;
        return true;
    }

    private boolean isLogForcedTo(long address) {
        CompletableFuture<Durability> outcome = new CompletableFuture<>();
        flusher.whenDurable(address, LOG_FORCE_TIMEOUT_MS, outcome::complete);
        return outcome.join() == Durability.DURABLE;
    }
}
