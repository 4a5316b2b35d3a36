package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.store.AsyncOffsetStore;
import io.ferrymq.common.message.MessageQueue;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queues that this consumer has. Changed on the coordinator thread only, read from any. Each queue is opened and given away by itself: one
 * whose broker does not answer holds up no other.
 *
 * <p>Ordered queues need no {@link HandOver} to wait for, their lock is one.
 */
final class Assignments implements Holdings {
    private static final Logger LOG = LoggerFactory.getLogger(Assignments.class);
    /** A broker that hangs must not keep this member, and with it the queues of other brokers, in the group. */
    private static final long WRITE_MAX_MS = 2_000;

    private static final long RETRY_LOCK_MS = 200;
    private static final long RETRY_MS = 1_000;

    private final Group group;
    private final AssignmentTools tools;
    private final AsyncOffsetStore store;
    private final Map<MessageQueue, Assigned> table = new ConcurrentHashMap<>();
    private final Map<MessageQueue, CompletableFuture<Void>> leaving = new ConcurrentHashMap<>();
    private final Map<MessageQueue, Long> unwritten = new ConcurrentHashMap<>();

    Assignments(Group group, AsyncOffsetStore store, AssignmentTools tools) {
        this.group = group;
        this.store = store;
        this.tools = tools;
    }

    /** Another member has the queue's lock: there is nothing wrong, and it has to be asked for again soon. */
    private static final class LockedByAnother extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LockedByAnother() {
            super("another member has its lock", null, false, false);
        }
    }

    @Override
    public Set<MessageQueue> held(String topic) {
        return table.keySet().stream()
                .filter(queue -> queue.getTopic().equals(topic))
                .collect(Collectors.toSet());
    }

    int count(String topic) {
        int count = 0;
        for (MessageQueue queue : table.keySet()) {
            if (queue.getTopic().equals(topic)) {
                count++;
            }
        }
        return count;
    }

    @Override
    public Set<MessageQueue> queues() {
        return Set.copyOf(table.keySet());
    }

    /** Those whose positions are this consumer's to write: what it has, and what it has not quite given away yet. */
    Set<MessageQueue> withPosition() {
        Set<MessageQueue> queues = new HashSet<>(table.keySet());
        queues.addAll(leaving.keySet());
        return queues;
    }

    /** Those that are open. */
    List<ProcessQueue> open() {
        return table.values().stream()
                .map(Assigned::process)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Those that are open, of the master at this address. */
    List<ProcessQueue> openAt(BrokerLine brokers, String address) {
        return open().stream()
                .filter(process ->
                        address.equals(brokers.masterAddress(process.queue().getBrokerName())))
                .toList();
    }

    @Override
    public void take(MessageQueue queue, long lateSinceMs, boolean shared) {
        Assigned assigned = new Assigned(queue);
        table.put(queue, assigned);
        open(assigned, lateSinceMs, shared);
    }

    // Repeats itself until the queue is open or no longer this consumer's.
    private void open(Assigned assigned, long lateSinceMs, boolean shared) {
        MessageQueue queue = assigned.queue();
        Runnable again = () -> {
            if (table.get(queue) == assigned) {
                open(assigned, lateSinceMs, shared);
            } else if (!table.containsKey(queue)) {
                // It may have been taken before something failed.
                tools.handOver().leave(queue);
            }
        };
        CompletableFuture<Void> free = leaving.getOrDefault(queue, CompletableFuture.completedFuture(null));
        free.thenCompose(done -> lock(queue)).whenComplete((lockedMs, lockFailure) -> {
            if (lockFailure != null) {
                failed(queue, lockFailure, again);
                return;
            }
            boolean wait = shared && !tools.service().isOrderly() && !group.isBroadcasting();
            tools.handOver()
                    .take(queue, wait, () -> table.get(queue) == assigned)
                    .thenCompose(byWord -> {
                        assigned.awaited(byWord);
                        return tools.startOffset().of(queue, lateSinceMs);
                    })
                    .whenComplete((offset, failure) -> tools.coordinator().execute(() -> {
                        if (failure == null) {
                            opened(assigned, assigned.startOffset(notBefore(queue, offset)), lockedMs);
                        } else {
                            failed(queue, failure, again);
                        }
                    }));
        });
    }

    private CompletableFuture<Long> lock(MessageQueue queue) {
        if (!tools.service().isOrderly()) {
            return CompletableFuture.completedFuture(0L);
        }
        return tools.lease().lock(queue).thenApply(lockedMs -> {
            if (lockedMs == 0) {
                throw new LockedByAnother();
            }
            return lockedMs;
        });
    }

    private void failed(MessageQueue queue, Throwable failure, Runnable again) {
        if (Failures.cause(failure) instanceof LockedByAnother) {
            tools.timer().after(RETRY_LOCK_MS, again);
            return;
        }
        String text = Failures.text(failure);
        if (tools.complaints()
                .isDue(
                        "open " + queue.getBrokerName() + Failures.kind(failure),
                        tools.clock().nowMs())) {
            LOG.warn("group {}: {} cannot be opened yet: {}", group.name(), queue, text);
        }
        tools.timer().after(RETRY_MS, again);
    }

    private void opened(Assigned assigned, long offset, long lockedMs) {
        MessageQueue queue = assigned.queue();
        if (table.get(queue) != assigned) {
            if (!table.containsKey(queue)) {
                tools.handOver().leave(queue);
                if (lockedMs > 0) {
                    tools.lease().unlock(queue);
                }
            }
            forgetUnopened(queue);
            return;
        }
        ProcessQueue process = new ProcessQueue(queue, offset, position -> store.updateOffset(queue, position, true));
        process.lockedAt(lockedMs);
        assigned.opened(process);
        new PullLoop(process, offset, tools.service().open(process), tools.pulling()).start();
    }

    @Override
    public CompletableFuture<Void> release(MessageQueue queue) {
        Assigned assigned = table.get(queue);
        long drainMs = assigned != null && assigned.isAwaited() ? HandOver.DRAIN_MS : HandOver.SHORT_DRAIN_MS;
        return release(queue, tools.service().isOrderly() ? tools.leaseLifeMs() : drainMs);
    }

    /** Coordinator: gives everything away, waiting up to so many milliseconds for the listeners that run. */
    CompletableFuture<Void> releaseAll(long drainMs) {
        queues().forEach(queue -> release(queue, drainMs));
        return CompletableFuture.allOf(leaving.values().toArray(CompletableFuture<?>[]::new));
    }

    private CompletableFuture<Void> release(MessageQueue queue, long drainMs) {
        Assigned assigned = table.remove(queue);
        if (assigned == null || assigned.process() == null) {
            forgetUnopened(queue);
            return CompletableFuture.completedFuture(null);
        }
        ProcessQueue process = assigned.process();
        CompletableFuture<Void> drained = process.drain();
        if (!drained.isDone() && !tools.service().isOrderly()) {
            // Should the listeners take too long, this is what the successor goes by.
            store.persist(queue);
        }
        CompletableFuture<Void> left = drained.copy()
                .completeOnTimeout(null, drainMs, TimeUnit.MILLISECONDS)
                .thenCompose(done -> {
                    process.close();
                    return store.persistNow(queue).copy().orTimeout(WRITE_MAX_MS, TimeUnit.MILLISECONDS);
                })
                .exceptionally(failure -> {
                    notWritten(queue, process.position(), failure);
                    return null;
                })
                .thenCompose(done -> {
                    store.removeOffset(queue);
                    tools.handOver().leave(queue);
                    return tools.service().isOrderly()
                            ? tools.lease().unlock(queue)
                            : CompletableFuture.completedFuture(null);
                });
        leaving.put(queue, left);
        left.whenComplete((done, failure) -> leaving.remove(queue, left));
        return left;
    }

    // Its start may be known already. Unless it is being given away from an earlier time: then that has still to be
    // written.
    private void forgetUnopened(MessageQueue queue) {
        if (!table.containsKey(queue) && !leaving.containsKey(queue)) {
            store.removeOffset(queue);
        }
    }

    private void notWritten(MessageQueue queue, long position, Throwable failure) {
        unwritten.put(queue, position);
        String text = Failures.text(failure);
        if (tools.complaints()
                .isDue(
                        "write " + queue.getBrokerName() + Failures.kind(failure),
                        tools.clock().nowMs())) {
            LOG.warn(
                    "group {}: the position {} in {} could not be written, another member gets messages again: {}",
                    group.name(),
                    position,
                    queue,
                    text);
        }
    }

    // A queue that went away with its broker and comes back goes on where it was, though the broker never heard of it.
    private long notBefore(MessageQueue queue, long offset) {
        Long known = unwritten.remove(queue);
        return known == null ? offset : Math.max(known, offset);
    }

    /** Coordinator: goes on at another offset; what is in work of before is no longer anybody's business. */
    void moveTo(MessageQueue queue, long offset, String why) {
        Assigned assigned = table.get(queue);
        if (assigned == null) {
            return;
        }
        ProcessQueue old = assigned.process();
        LOG.warn(
                "group {}: the position in {} moves from {} to {}: {}",
                group.name(),
                queue,
                old == null ? "its start" : old.position(),
                offset,
                why);
        place(assigned, offset, () -> write(queue, offset));
    }

    /** Coordinator: goes on at another offset, as the application wants it; when it is written down is the application's matter, too. */
    void seek(MessageQueue queue, long offset) {
        Assigned assigned = table.get(queue);
        if (assigned != null) {
            place(assigned, offset, () -> {});
        }
    }

    private void place(Assigned assigned, long offset, Runnable write) {
        MessageQueue queue = assigned.queue();
        ProcessQueue old = assigned.process();
        if (old == null) {
            assigned.startAt(offset);
            write.run();
            return;
        }
        CompletableFuture<Void> idle = old.close();
        write.run();
        Assigned next = new Assigned(queue);
        next.awaited(assigned.isAwaited());
        table.put(queue, next);
        CompletableFuture<Void> ready = tools.service().isOrderly() ? idle : CompletableFuture.completedFuture(null);
        ready.thenRun(
                () -> tools.coordinator().execute(() -> opened(next, next.startOffset(offset), old.lockedAtMs())));
    }

    private void write(MessageQueue queue, long offset) {
        store.updateOffset(queue, offset, false);
        store.persistNow(queue).whenComplete((done, failure) -> {
            if (failure != null) {
                notWritten(queue, offset, failure);
            }
        });
    }

    /**
     * Coordinator: this queue is another member's, or has been. Should it be this one's still, or again, it has to be opened anew, from the
     * position that member leaves.
     */
    void lost(ProcessQueue process) {
        Assigned assigned = table.get(process.queue());
        if (assigned == null || assigned.process() != process) {
            return;
        }
        CompletableFuture<Void> idle = process.close();
        store.removeOffset(process.queue());
        table.remove(process.queue(), assigned);
        if (tools.service().isOrderly()) {
            // One call at a time, also when the queue comes back at once.
            leaving.put(process.queue(), idle);
            idle.whenComplete((done, failure) -> leaving.remove(process.queue(), idle));
        }
        tools.rebalance().run();
    }

    /** Whether this is still the one in use for its queue. */
    boolean isCurrent(ProcessQueue process) {
        Assigned assigned = table.get(process.queue());
        return assigned != null && assigned.process() == process;
    }
}
