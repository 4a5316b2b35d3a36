package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.store.AsyncOffsetStore;
import io.ferrymq.client.consumer.store.Holder;
import io.ferrymq.client.consumer.store.ReadOffsetType;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Where an application that polls is in each queue, apart from what it has committed: progress goes to the store behind only by a commit.
 * What was never committed here is not written either, so that it cannot overwrite what others have. Thread-safe.
 */
final class PendingPositions implements AsyncOffsetStore {
    private final AsyncOffsetStore store;
    private final BooleanSupplier autoCommit;
    private final Map<MessageQueue, Reached> reached = new ConcurrentHashMap<>();
    private final Set<MessageQueue> committed = ConcurrentHashMap.newKeySet();

    /** @param wanted whether the application went there itself, so that the next commit may be one backwards */
    private record Reached(long offset, boolean wanted) {
        Reached atLeast(long other) {
            return other > offset ? new Reached(other, wanted) : this;
        }
    }

    /** @param autoCommit whether a queue that is given away is committed */
    PendingPositions(AsyncOffsetStore store, BooleanSupplier autoCommit) {
        this.store = store;
        this.autoCommit = autoCommit;
    }

    /** Progress if {@code increaseOnly}; else the position is moved by somebody else, at once. */
    @Override
    public void updateOffset(MessageQueue mq, long offset, boolean increaseOnly) {
        if (increaseOnly) {
            reached.compute(
                    mq, (queue, before) -> before == null ? new Reached(offset, false) : before.atLeast(offset));
        } else {
            // Under the entry's lock, so that a commit that runs cannot put the old position back.
            reached.compute(mq, (queue, before) -> {
                store.updateOffset(mq, offset, false);
                committed.add(mq);
                return new Reached(offset, false);
            });
        }
    }

    /** The application goes on elsewhere; its next commit says so to the others. */
    void sought(MessageQueue mq, long offset) {
        reached.put(mq, new Reached(offset, true));
    }

    /** What was reached is committed, in memory. */
    void commit(MessageQueue mq) {
        reached.computeIfPresent(mq, (queue, place) -> {
            keep(mq, place.offset(), place.wanted());
            return new Reached(place.offset(), false);
        });
    }

    /** The application commits an offset of its own choice, in memory. */
    void commitAt(MessageQueue mq, long offset) {
        keep(mq, offset, true);
    }

    // Backwards only because the application went there. What is said in the course of things may come too late to
    // count, even from an earlier time
    // when the queue was this consumer's.
    private void keep(MessageQueue mq, long offset, boolean wanted) {
        boolean isBack = wanted && offset < store.readOffset(mq, ReadOffsetType.READ_FROM_MEMORY);
        store.updateOffset(mq, offset, !isBack);
        committed.add(mq);
    }

    /** What has been committed. */
    AsyncOffsetStore committed() {
        return store;
    }

    @Override
    public void persist(MessageQueue mq) {
        if (isToWrite(mq)) {
            store.persist(mq);
        }
    }

    @Override
    public CompletableFuture<Void> persistNow(MessageQueue mq) {
        return isToWrite(mq) ? store.persistNow(mq) : CompletableFuture.completedFuture(null);
    }

    /** What was committed here, for a pull to carry along; 0 for nothing. */
    long toCarry(MessageQueue mq) {
        return committed.contains(mq) ? store.readOffset(mq, ReadOffsetType.READ_FROM_MEMORY) : 0;
    }

    /** Writes what was committed here. */
    CompletableFuture<Void> writeCommitted(MessageQueue mq) {
        return committed.contains(mq) ? store.persistNow(mq) : CompletableFuture.completedFuture(null);
    }

    private boolean isToWrite(MessageQueue mq) {
        if (autoCommit.getAsBoolean()) {
            commit(mq);
        }
        return committed.contains(mq);
    }

    @Override
    public void persistAll(Set<MessageQueue> mqs) {
        store.persistAll(mqs);
    }

    @Override
    public void removeOffset(MessageQueue mq) {
        reached.remove(mq);
        committed.remove(mq);
        store.removeOffset(mq);
    }

    @Override
    public Optional<String> problem() {
        return store.problem();
    }

    @Override
    public void load() throws MQClientException {
        store.load();
    }

    @Override
    public CompletableFuture<OptionalLong> read(MessageQueue mq) {
        return store.read(mq);
    }

    @Override
    public CompletableFuture<OptionalLong> peek(MessageQueue mq) {
        return store.peek(mq);
    }

    @Override
    public CompletableFuture<Holder> claim(MessageQueue mq, boolean force) {
        return store.claim(mq, force);
    }

    @Override
    public void leave(MessageQueue mq) {
        store.leave(mq);
    }

    @Override
    public long readOffset(MessageQueue mq, ReadOffsetType type) {
        return store.readOffset(mq, type);
    }

    @Override
    public void updateAndFreezeOffset(MessageQueue mq, long offset) {
        store.updateAndFreezeOffset(mq, offset);
    }

    @Override
    public Map<MessageQueue, Long> cloneOffsetTable(String topic) {
        return store.cloneOffsetTable(topic);
    }

    @Override
    public void updateConsumeOffsetToBroker(MessageQueue mq, long offset, boolean isOneway)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        store.updateConsumeOffsetToBroker(mq, offset, isOneway);
    }
}
