package io.ferrymq.store.dispatch;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.log.AppendLock;
import io.ferrymq.store.log.AppendSink;
import io.ferrymq.store.queue.ConsumeQueue;
import io.ferrymq.store.queue.TopicQueues;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Puts appended records into queues and index once they may be read, and tells of them. Appends leave what they know in a ring; when they outrun it, or bytes come from a
 * master, the dispatcher reads the log itself from there on until it has caught up.
 *
 * <p>Whoever calls {@link #dispatch} works for all; a second caller returns at once, and the first looks again before it leaves.
 */
public final class Dispatcher implements AppendSink {
    private final DispatchRing ring;
    private final TagsCodes tagsCodes;
    private final Derivation derivation;
    private final LogCatchUp catchUp;
    private final AppendLock appendLock;
    private final LongSupplier readableOffset;
    private final LongSupplier logEnd;
    private final Consumer<IOException> blocked;
    private final ReentrantLock lock = new ReentrantLock();

    /** From here on the log itself is read; -1 while the ring suffices. Set under the append lock, cleared under both locks. */
    private volatile long catchUpFrom = -1;

    /** How far the log reached when it was read last: reading again is of use only when it has grown. */
    private volatile long caughtUpTo = -1;

    private volatile boolean isBlocked;
    private volatile boolean isFollowing;
    private boolean skipping;

    public Dispatcher(
            DispatchRing ring,
            TagsCodes tagsCodes,
            Derivation derivation,
            LogCatchUp catchUp,
            AppendLock appendLock,
            Limits limits,
            Consumer<IOException> blocked) {
        this.ring = ring;
        this.tagsCodes = tagsCodes;
        this.derivation = derivation;
        this.catchUp = catchUp;
        this.appendLock = appendLock;
        this.readableOffset = limits.readableOffset();
        this.logEnd = limits.logEnd();
        this.blocked = blocked;
    }

    /** Up to where the log may be shown, and where it ends. */
    public record Limits(LongSupplier readableOffset, LongSupplier logEnd) {}

    @Override
    public void begin(int count, long physicalOffset) {
        skipping = catchUpFrom >= 0;
        if (!skipping && !ring.hasRoom(count)) {
            catchUpFrom = physicalOffset;
            skipping = true;
        }
    }

    @Override
    public void appended(
            TopicQueues topic,
            ConsumeQueue queue,
            long queueOffset,
            long physicalOffset,
            int sizeBytes,
            long storeTimestampMs,
            PropertyBytes properties) {
        if (skipping) {
            return;
        }
        long tagsCode = queue == null ? 0 : tagsCodes.of(topic.topic(), properties, storeTimestampMs);
        ring.add(queue, queueOffset, physicalOffset, sizeBytes, tagsCode, storeTimestampMs);
        if (properties != null) {
            ring.addKeys(properties, topic.keySeed());
        }
    }

    @Override
    public void end() {
        if (!skipping) {
            ring.publish();
        }
    }

    /** Bytes of a master were appended here. Under the append lock. */
    public void rawAppended(long physicalOffset) {
        isFollowing = true;
        if (catchUpFrom < 0) {
            catchUpFrom = physicalOffset;
        }
    }

    /** Whatever was appended from here on is read from the log once more. Under both locks. */
    public void readAgainFrom(long physicalOffset) {
        catchUpFrom = catchUpFrom < 0 ? physicalOffset : Math.min(catchUpFrom, physicalOffset);
        caughtUpTo = -1;
    }

    /** Whether queues follow a master's log: before own messages are appended, {@link #takeOver} must be called. */
    public boolean isFollowing() {
        return isFollowing;
    }

    /** From a copy of a master's log to a log of one's own: new messages go behind the last ones of their queues. */
    public void takeOver(Runnable resumeQueues) {
        exclusively(() -> {
            dispatchLocked();
            appendLock.lock();
            try {
                resumeQueues.run();
                isFollowing = false;
            } finally {
                appendLock.unlock();
            }
        });
    }

    public boolean isAlmostFull() {
        return ring.isAlmostFull();
    }

    public void dispatch() {
        do {
            if (!lock.tryLock()) {
                return;
            }
            try {
                dispatchLocked();
            } finally {
                lock.unlock();
            }
        } while (hasWork());
    }

    /** Runs something while nothing is dispatched; what became due meanwhile is dispatched behind it. */
    public void exclusively(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
        if (hasWork()) {
            dispatch();
        }
    }

    private boolean hasWork() {
        if (isBlocked) {
            return false;
        }
        int slot = ring.headSlot();
        if (slot >= 0) {
            return ring.physicalOffset(slot) + ring.sizeBytes(slot) <= readableOffset.getAsLong();
        }
        return catchUpFrom >= 0 && Math.min(readableOffset.getAsLong(), logEnd.getAsLong()) > caughtUpTo;
    }

    private void dispatchLocked() {
        try {
            long readable = readableOffset.getAsLong();
            int slot = ring.headSlot();
            while (slot >= 0 && ring.physicalOffset(slot) + ring.sizeBytes(slot) <= readable) {
                dispatchSlot(slot);
                ring.removeHead();
                slot = ring.headSlot();
            }
            if (slot < 0 && catchUpFrom >= 0) {
                catchUp(readable);
            }
            isBlocked = false;
        } catch (IOException e) {
            isBlocked = true;
            blocked.accept(e);
        }
    }

    private void dispatchSlot(int slot) throws IOException {
        long physicalOffset = ring.physicalOffset(slot);
        for (int i = 0; i < ring.keyCount(slot); i++) {
            derivation.key(ring.keyHash(slot, i), physicalOffset, ring.storeTimestampMs(slot));
        }
        ConsumeQueue queue = ring.queue(slot);
        if (queue != null) {
            derivation.entry(
                    queue,
                    ring.queueOffset(slot),
                    physicalOffset,
                    ring.sizeBytes(slot),
                    ring.tagsCode(slot),
                    ring.storeTimestampMs(slot));
        }
        derivation.done(physicalOffset + ring.sizeBytes(slot), ring.storeTimestampMs(slot));
    }

    private void catchUp(long readable) throws IOException {
        long limit = Math.min(readable, logEnd.getAsLong());
        // What was appended here was right when it came in; what a master sent may have rotted on its disk.
        long reached = catchUp.run(catchUpFrom, limit, Long.MAX_VALUE, isFollowing);
        caughtUpTo = limit;
        appendLock.lock();
        try {
            catchUpFrom = reached >= logEnd.getAsLong() ? -1 : reached;
        } finally {
            appendLock.unlock();
        }
    }

    /** How many bytes of the log wait to be dispatched. */
    public long behindBytes() {
        int slot = ring.headSlot();
        long from = slot >= 0 ? ring.physicalOffset(slot) : catchUpFrom;
        return from < 0 ? 0 : Math.max(0, logEnd.getAsLong() - from);
    }

    /**
     * Everything of the log before this address, where a record begins or the log ends, is in queues and index. While nothing is dispatched
     * ({@link #exclusively}).
     */
    public long dispatchedTo() {
        // Read first: whoever sees an end finds the records before it handed on.
        long end = logEnd.getAsLong();
        int slot = ring.headSlot();
        long from = slot >= 0 ? ring.physicalOffset(slot) : catchUpFrom;
        return from < 0 ? end : Math.min(from, end);
    }

    /** Whether putting entries failed at the last try, for want of space. */
    public boolean isBlocked() {
        return isBlocked;
    }
}
