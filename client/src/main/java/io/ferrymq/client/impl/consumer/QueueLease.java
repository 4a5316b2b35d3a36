package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.Clock;
import io.ferrymq.common.message.MessageQueue;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues that this member has for itself, so that their messages are consumed in order. A lock counts from the moment it was asked for and is
 * believed for less time than the broker keeps it.
 */
final class QueueLease {
    private static final Logger LOG = LoggerFactory.getLogger(QueueLease.class);

    /** Who stood still for longer may have lost its connection, and its locks, without having noticed. */
    private static final long STILL_MAX_MS = 3_000;

    private static final long NEVER = Long.MAX_VALUE;

    private final Group group;
    private final LockCalls calls;
    private final LeaseTimes times;
    private final Clock clock;
    private volatile long tickMs = NEVER;

    QueueLease(Group group, LockCalls calls, LeaseTimes times, Clock clock) {
        this.group = group;
        this.calls = calls;
        this.times = times;
        this.clock = clock;
    }

    /** A member that gets every message for itself shares no queue. */
    private boolean isNeeded() {
        return !group.isBroadcasting();
    }

    boolean isHeld(ProcessQueue queue) {
        if (!isNeeded()) {
            return true;
        }
        long since = queue.lockedAtMs();
        long nowMs = clock.nowMs();
        return since > 0 && nowMs - since <= times.lifeMs() && nowMs - tickMs <= STILL_MAX_MS;
    }

    /** To be called each second: finds out when this process stood still, and believes in no lock of before then. */
    void tick(Collection<ProcessQueue> queues) {
        long nowMs = clock.nowMs();
        if (nowMs - tickMs > STILL_MAX_MS) {
            suspend(queues, broker -> true);
        }
        tickMs = nowMs;
    }

    /** When the queue was locked, asked at this time; 0 when another member has it. */
    CompletableFuture<Long> lock(MessageQueue queue) {
        long nowMs = clock.nowMs();
        if (!isNeeded()) {
            return CompletableFuture.completedFuture(nowMs);
        }
        return calls.lock(queue.getBrokerName(), Set.of(queue))
                .thenApply(locked -> locked.contains(queue) ? nowMs : 0L);
    }

    /**
     * Asks for all of these queues once more.
     *
     * @param isStillOurs asked of each that was without lock meanwhile and has one again: another member may have had it in between
     * @param onLost hears of each queue that has become another member's
     */
    void renew(
            Collection<ProcessQueue> queues,
            Function<ProcessQueue, CompletableFuture<Boolean>> isStillOurs,
            Consumer<ProcessQueue> onLost) {
        if (!isNeeded()) {
            return;
        }
        Map<String, Map<MessageQueue, ProcessQueue>> byBroker = new HashMap<>();
        for (ProcessQueue queue : queues) {
            byBroker.computeIfAbsent(queue.queue().getBrokerName(), name -> new HashMap<>())
                    .put(queue.queue(), queue);
        }
        byBroker.forEach((broker, ofBroker) -> renew(broker, ofBroker, isStillOurs, onLost));
    }

    private void renew(
            String broker,
            Map<MessageQueue, ProcessQueue> queues,
            Function<ProcessQueue, CompletableFuture<Boolean>> isStillOurs,
            Consumer<ProcessQueue> onLost) {
        long nowMs = clock.nowMs();
        calls.lock(broker, new HashSet<>(queues.keySet())).whenComplete((locked, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "group {}: the locks of {} queues at broker {} could not be renewed: {}",
                        group.name(),
                        queues.size(),
                        broker,
                        Failures.text(failure));
                return;
            }
            queues.forEach((queue, held) -> {
                if (!locked.contains(queue)) {
                    held.lockedAt(0);
                    LOG.warn("group {}: the lock of {} has gone to another member", group.name(), queue);
                    onLost.accept(held);
                } else if (isHeld(held)) {
                    held.lockedAt(nowMs);
                } else {
                    regained(held, nowMs, isStillOurs.apply(held));
                }
            });
        });
    }

    // Without an answer it stays without lock until the next renewal.
    private void regained(ProcessQueue queue, long lockedMs, CompletableFuture<Boolean> ours) {
        ours.whenComplete((yes, failure) -> {
            if (failure == null && yes) {
                queue.lockedAt(lockedMs);
            } else if (failure != null) {
                LOG.warn(
                        "group {}: {} waits, as its position cannot be read: {}",
                        group.name(),
                        queue.queue(),
                        Failures.text(failure));
            }
        });
    }

    /**
     * Locks end soon after the connection they were taken on, as those of a process that was killed must: until they have been taken again on the
     * next one, nothing is consumed.
     *
     * @param lost tells the brokers, by name, whose connection has ended
     * @return whether there were any
     */
    boolean suspend(Collection<ProcessQueue> queues, Predicate<String> lost) {
        boolean any = false;
        if (isNeeded()) {
            for (ProcessQueue queue : queues) {
                if (lost.test(queue.queue().getBrokerName())) {
                    queue.lockedAt(0);
                    any = true;
                }
            }
        }
        return any;
    }

    CompletableFuture<Void> unlock(MessageQueue queue) {
        return isNeeded()
                ? calls.unlock(queue.getBrokerName(), Set.of(queue))
                : CompletableFuture.completedFuture(null);
    }
}
