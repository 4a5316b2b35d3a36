package io.ferrymq.store.log;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one lock of the way in. Held for a microsecond, so whoever meets it spins a little before it sleeps. Measures how long it is held.
 *
 * <p>Order of locks: dispatch lock, then this one. Nobody takes the dispatch lock while holding this.
 */
public final class AppendLock {
    private static final int SPINS = 200;
    private static final int BUCKETS = 24;

    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);
    private volatile long heldSinceNanos;
    private volatile long heldMaxNanos;

    public void lock() {
        if (!spin()) {
            lock.lock();
            heldSinceNanos = System.nanoTime();
        }
    }

    /** The same for one who has better things to do than to wait for a slow disk. Returns whether it is the caller's now. */
    boolean lock(long waitMaxMs) {
        if (spin()) {
            return true;
        }
        try {
            if (!lock.tryLock(waitMaxMs, TimeUnit.MILLISECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        heldSinceNanos = System.nanoTime();
        return true;
    }

    private boolean spin() {
        for (int i = 0; i < SPINS; i++) {
            if (lock.tryLock()) {
                heldSinceNanos = System.nanoTime();
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    public void unlock() {
        long held = System.nanoTime() - heldSinceNanos;
        int bucket = Math.min(BUCKETS - 1, 64 - Long.numberOfLeadingZeros(held / 1000));
        counts.lazySet(bucket, counts.getPlain(bucket) + 1);
        if (held > heldMaxNanos) {
            heldMaxNanos = held;
        }
        heldSinceNanos = 0;
        lock.unlock();
    }

    /** For how long the present holder has it, 0 when it is free. */
    public long heldMs() {
        long since = heldSinceNanos;
        return since == 0 ? 0 : Math.max(0, System.nanoTime() - since) / 1_000_000;
    }

    public long heldMaxMs() {
        return heldMaxNanos / 1_000_000;
    }

    /** How often it was held for less than 2^n microseconds. */
    public List<Long> counts() {
        List<Long> found = new ArrayList<>(BUCKETS);
        for (int i = 0; i < BUCKETS; i++) {
            found.add(counts.get(i));
        }
        return found;
    }
}
