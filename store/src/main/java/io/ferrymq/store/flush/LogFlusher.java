package io.ferrymq.store.flush;

import io.ferrymq.common.concurrent.TickWhileNeeded;
import io.ferrymq.store.Durability;
import io.ferrymq.store.DurabilityCallback;
import io.ferrymq.store.config.FlushPolicy;
import java.io.IOException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forces the log on a thread of its own. In synchronous mode for whoever waits: one force serves all who came before it began, the next ones gather
 * meanwhile. In asynchronous mode at intervals.
 */
public final class LogFlusher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LogFlusher.class);
    private static final int PAGE_BYTES = 4096;
    private static final long EXPIRY_CHECK_MS = 50;

    /** Told of the course of flushing, on the flush thread. */
    public interface Listener {
        void onForced();

        void onFailure(IOException cause);
    }

    private final LogForcer forcer;
    private final FlushPolicy policy;
    private final LongSupplier logEnd;
    private final Listener listener;
    private final DurabilityWaiters waiters = new DurabilityWaiters();
    private final TickWhileNeeded expiry;
    private final Thread thread;
    private volatile boolean closing;
    private volatile boolean failed;
    private long lastForceNanos = System.nanoTime();

    /** @param ticks ends the waiting of those whose time is over, which the flush thread cannot while it hangs in the disk */
    public LogFlusher(
            LogForcer forcer,
            FlushPolicy policy,
            LongSupplier logEnd,
            Listener listener,
            ScheduledExecutorService ticks) {
        this.forcer = forcer;
        this.policy = policy;
        this.logEnd = logEnd;
        this.listener = listener;
        this.expiry = new TickWhileNeeded(ticks, EXPIRY_CHECK_MS, this::expireWaiters);
        this.thread = new Thread(this::run, "store-flush");
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    public long forcedTo() {
        return forcer.forcedTo();
    }

    public void whenDurable(long logEndOffset, long timeoutMs, DurabilityCallback callback) {
        if (logEndOffset <= forcer.forcedTo()) {
            callback.onOutcome(Durability.DURABLE);
            return;
        }
        waiters.add(logEndOffset, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs), callback);
        expiry.need();
        if (failed || closing) {
            settleLate();
        }
        // A force that ended between the question and the adding has told nobody of it, and no other may be due.
        long forcedTo = forcer.forcedTo();
        if (logEndOffset <= forcedTo) {
            waiters.complete(forcedTo);
        } else {
            LockSupport.unpark(thread);
        }
    }

    /** The flush thread may have looked for waiters for the last time. */
    private void settleLate() {
        waiters.complete(forcer.forcedTo());
        if (failed || !thread.isAlive()) {
            waiters.fail();
        }
    }

    /** In synchronous mode without anyone waiting: consumers see messages only when they are on disk. */
    public void wakeUp() {
        if (policy.isSync()) {
            LockSupport.unpark(thread);
        }
    }

    private boolean expireWaiters() {
        waiters.expire(System.nanoTime());
        return !waiters.isEmpty();
    }

    private void run() {
        while (!closing && !failed) {
            if (isForceDue()) {
                force();
            } else {
                LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(policy.intervalMs()));
            }
        }
        if (!failed) {
            force();
        }
    }

    private boolean isForceDue() {
        long dirty = logEnd.getAsLong() - forcer.forcedTo();
        if (dirty <= 0) {
            return false;
        }
        if (policy.isSync() || !waiters.isEmpty()) {
            return true;
        }
        long sinceMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastForceNanos);
        boolean intervalOver = sinceMs >= policy.intervalMs() && dirty >= (long) policy.leastPages() * PAGE_BYTES;
        return intervalOver || sinceMs >= policy.thoroughIntervalMs();
    }

    private void force() {
        try {
            forcer.forceTo(logEnd.getAsLong());
        } catch (IOException e) {
            // Linux drops the error and the dirty state of the pages with it: a second force that succeeds would prove
            // nothing.
            fail(e);
            return;
        } catch (RuntimeException | InternalError e) {
            // Nothing of this is expected. Who waits is told all the same, and nobody appends to such a log any more.
            fail(new IOException("forcing failed: " + e, e));
            return;
        }
        lastForceNanos = System.nanoTime();
        waiters.complete(forcer.forcedTo());
        tellForced();
    }

    private void fail(IOException cause) {
        failed = true;
        try {
            listener.onFailure(cause);
        } finally {
            waiters.fail();
        }
    }

    /** What follows from it may fail, and is tried again by the clock; forcing must go on. */
    private void tellForced() {
        try {
            listener.onForced();
        } catch (RuntimeException | InternalError e) {
            LOG.error("dispatching what is on disk now failed", e);
        }
    }

    /** Forces the rest and ends the thread. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        settleLate();
    }

    public boolean hasFailed() {
        return failed;
    }
}
