package io.ferrymq.store;

import io.ferrymq.common.Clock;
import io.ferrymq.store.engine.StoreEngine;

/**
 * A store directory that is open: takes messages, keeps them, finds them. Compatible with RocketMQ's default file store,
 * in both directions. All methods may be called from any thread.
 */
public interface MessageStore extends AutoCloseable {
    /**
     * Locks the directory, loads and checks it, recovers what an unclean stop left, and starts the store's threads.
     *
     * @throws StoreException when the directory is locked, not writable, of an unknown format or damaged beyond what recovery
     *     mends; then nothing in it was changed
     */
    static MessageStore open(StoreConfig config, Clock clock, StoreHooks hooks) {
        return StoreEngine.open(config, clock, hooks);
    }

    /** Appends one message. Never waits for the disk; meant to be called on an event loop. */
    AppendResult append(MessageToStore message);

    /** For how long the append under way has held the log, 0 when there is none. Cheap enough to be asked for each message. */
    long appendHeldMs();

    /** Appends all messages of a batch, or none. */
    AppendResult appendBatch(BatchToStore batch);

    /**
     * Puts what was appended into queues and index and tells the arrival listener. Call it after a burst of appends, best when their answers
     * are on their way; whoever comes second returns at once. Leftovers are dispatched in the background.
     */
    void dispatch();

    /**
     * Calls back once the log is on disk up to an offset, the time is over, or the disk failed. Waiters share one force.
     *
     * @param logEndOffset {@link AppendResult.Appended#logEndOffset()}
     */
    void whenDurable(long logEndOffset, long timeoutMs, DurabilityCallback callback);

    QueueReads queues();

    LogReads log();

    RawLog rawLog();

    StoreAdmin admin();

    /** Refuses appends from now on, dispatches and forces everything, and leaves the directory as a clean stop does. */
    @Override
    void close();
}
