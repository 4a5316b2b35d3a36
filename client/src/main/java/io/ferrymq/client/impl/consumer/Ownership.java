package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.store.AsyncOffsetStore;
import io.ferrymq.client.consumer.store.ReadOffsetType;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether open queues are still this member's. One that stood still for long, or was cut off from a broker, may have been replaced meanwhile; the
 * group's position beyond its own is the proof. What such a member has waiting of the queue was consumed by another one.
 */
final class Ownership {
    private static final Logger LOG = LoggerFactory.getLogger(Ownership.class);

    private final Group group;
    private final AsyncOffsetStore store;
    private final BooleanSupplier shared;
    private final Lost onLost;

    /** Takes over from a queue that is closed already. */
    @FunctionalInterface
    interface Lost {
        void lost(ProcessQueue queue);
    }

    /** @param shared whether queues are shared out among the members; else several may read one on purpose */
    Ownership(Group group, AsyncOffsetStore store, BooleanSupplier shared, Lost onLost) {
        this.group = group;
        this.store = store;
        this.shared = shared;
        this.onLost = onLost;
    }

    boolean isShared() {
        return !group.isBroadcasting() && shared.getAsBoolean();
    }

    /**
     * Ends the use of a queue when another member has taken the group further in it.
     *
     * @param position the group's, as its broker says
     * @return whether that is so
     */
    boolean isLost(ProcessQueue queue, long position) {
        // After a way back that is not written down yet, the group's position is the one of before, which this member
        // knows.
        long own = Math.max(queue.position(), store.readOffset(queue.queue(), ReadOffsetType.READ_FROM_MEMORY));
        if (position <= own || !isShared()) {
            return false;
        }
        if (queue.isActive()) {
            LOG.warn(
                    "group {}: another member has taken {} from {} to {} meanwhile, what waits of it here is dropped",
                    group.name(),
                    queue.queue(),
                    own,
                    position);
            queue.close();
            onLost.lost(queue);
        }
        return true;
    }

    /** Asks the broker; fails when it does not answer. */
    CompletableFuture<Boolean> isStillOurs(ProcessQueue queue) {
        if (!isShared()) {
            return CompletableFuture.completedFuture(true);
        }
        return store.peek(queue.queue()).thenApply(stored -> stored.isEmpty() || !isLost(queue, stored.getAsLong()));
    }

    /** The connection to these queues' broker is a new one: nobody knows what happened meanwhile. */
    void check(Collection<ProcessQueue> queues) {
        for (ProcessQueue queue : queues) {
            isStillOurs(queue).exceptionally(failure -> {
                // The next pull tells.
                LOG.debug("group {}: {} cannot be checked: {}", group.name(), queue.queue(), Failures.text(failure));
                return true;
            });
        }
    }
}
