package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.store.AsyncOffsetStore;
import io.ferrymq.client.consumer.store.OffsetStore;
import io.ferrymq.client.consumer.store.ReadOffsetType;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A store that the application made: what may block is done on threads that may. */
final class UserStore implements AsyncOffsetStore {
    private static final long NOT_FOUND = -1;

    private final OffsetStore store;
    private final Executor workers;

    UserStore(OffsetStore store, Executor workers) {
        this.store = store;
        this.workers = workers;
    }

    static AsyncOffsetStore of(OffsetStore store, Executor workers) {
        return store instanceof AsyncOffsetStore async ? async : new UserStore(store, workers);
    }

    @Override
    public CompletableFuture<OptionalLong> read(MessageQueue mq) {
        return CompletableFuture.supplyAsync(
                () -> {
                    long offset = store.readOffset(mq, ReadOffsetType.READ_FROM_STORE);
                    if (offset < NOT_FOUND) {
                        throw new IllegalStateException("the offset store answers " + offset + " for " + mq);
                    }
                    return offset == NOT_FOUND ? OptionalLong.empty() : OptionalLong.of(offset);
                },
                workers);
    }

    @Override
    public CompletableFuture<Void> persistNow(MessageQueue mq) {
        return CompletableFuture.runAsync(() -> store.persist(mq), workers);
    }

    @Override
    public void load() throws MQClientException {
        store.load();
    }

    @Override
    public void updateOffset(MessageQueue mq, long offset, boolean increaseOnly) {
        store.updateOffset(mq, offset, increaseOnly);
    }

    @Override
    public void updateAndFreezeOffset(MessageQueue mq, long offset) {
        store.updateAndFreezeOffset(mq, offset);
    }

    @Override
    public long readOffset(MessageQueue mq, ReadOffsetType type) {
        return store.readOffset(mq, type);
    }

    @Override
    public void persistAll(Set<MessageQueue> mqs) {
        store.persistAll(mqs);
    }

    @Override
    public void persist(MessageQueue mq) {
        workers.execute(() -> store.persist(mq));
    }

    @Override
    public void removeOffset(MessageQueue mq) {
        store.removeOffset(mq);
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
