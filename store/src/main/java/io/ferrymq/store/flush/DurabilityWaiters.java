package io.ferrymq.store.flush;

import io.ferrymq.store.Durability;
import io.ferrymq.store.DurabilityCallback;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Those who wait for the log to be on disk up to some address. A callback each; nobody sleeps. */
final class DurabilityWaiters {
    private static final Logger LOG = LoggerFactory.getLogger(DurabilityWaiters.class);

    private record Waiter(long logEndOffset, long deadlineNanos, DurabilityCallback callback) {}

    private final Queue<Waiter> waiting = new ArrayDeque<>();

    synchronized void add(long logEndOffset, long deadlineNanos, DurabilityCallback callback) {
        waiting.add(new Waiter(logEndOffset, deadlineNanos, callback));
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    void complete(long forcedTo) {
        finish(takeUpTo(forcedTo), Durability.DURABLE);
    }

    void expire(long nowNanos) {
        finish(takeExpired(nowNanos), Durability.TIMED_OUT);
    }

    void fail() {
        finish(takeUpTo(Long.MAX_VALUE), Durability.FAILED);
    }

    // Addresses grow nearly in order of arrival: two appenders may come in the other order, so the whole queue is
    // looked at.
    private synchronized List<Waiter> takeUpTo(long forcedTo) {
        List<Waiter> taken = new ArrayList<>();
        for (Iterator<Waiter> all = waiting.iterator(); all.hasNext(); ) {
            Waiter waiter = all.next();
            if (waiter.logEndOffset <= forcedTo) {
                taken.add(waiter);
                all.remove();
            }
        }
        return taken;
    }

    private synchronized List<Waiter> takeExpired(long nowNanos) {
        List<Waiter> taken = new ArrayList<>();
        for (Iterator<Waiter> all = waiting.iterator(); all.hasNext(); ) {
            Waiter waiter = all.next();
            if (waiter.deadlineNanos - nowNanos <= 0) {
                taken.add(waiter);
                all.remove();
            }
        }
        return taken;
    }

    private static void finish(List<Waiter> finished, Durability outcome) {
        for (Waiter waiter : finished) {
            try {
                waiter.callback.onOutcome(outcome);
            } catch (RuntimeException e) {
                LOG.error("a callback of a sender that waited for the disk failed", e);
            }
        }
    }
}
