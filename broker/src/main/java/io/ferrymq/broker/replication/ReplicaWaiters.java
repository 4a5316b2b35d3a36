package io.ferrymq.broker.replication;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends that wait until slaves have their messages. A callback each; nobody sleeps. */
final class ReplicaWaiters {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaWaiters.class);

    private record Waiter(long logEndOffset, long deadlineNanos, Consumer<ReplicaOutcome> callback) {}

    private final PriorityQueue<Waiter> waiting = new PriorityQueue<>(Comparator.comparingLong(Waiter::logEndOffset));

    synchronized void add(long logEndOffset, long deadlineNanos, Consumer<ReplicaOutcome> callback) {
        waiting.add(new Waiter(logEndOffset, deadlineNanos, callback));
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** All whose messages end before this address have what they wait for. */
    void complete(long replicatedTo) {
        finish(takeUpTo(replicatedTo), ReplicaOutcome.REPLICATED);
    }

    void expire(long nowNanos) {
        finish(takeExpired(nowNanos), ReplicaOutcome.TIMED_OUT);
    }

    void endAll() {
        finish(takeUpTo(Long.MAX_VALUE), ReplicaOutcome.TIMED_OUT);
    }

    private synchronized List<Waiter> takeUpTo(long replicatedTo) {
        if (waiting.isEmpty() || waiting.peek().logEndOffset > replicatedTo) {
            return List.of();
        }
        List<Waiter> taken = new ArrayList<>();
        while (!waiting.isEmpty() && waiting.peek().logEndOffset <= replicatedTo) {
            taken.add(waiting.poll());
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

    private static void finish(List<Waiter> finished, ReplicaOutcome outcome) {
        for (Waiter waiter : finished) {
            try {
                waiter.callback.accept(outcome);
            } catch (RuntimeException e) {
                LOG.error("a callback of a sender that waited for a slave failed", e);
            }
        }
    }
}
