package io.ferrymq.client.consumer.store;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Positions of a group whose members share the queues: kept at the broker of each queue. */
public final class RemoteBrokerOffsetStore implements AsyncOffsetStore {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteBrokerOffsetStore.class);
    private static final long NOT_FOUND = -1;
    private static final long UNREADABLE = -2;
    private static final long NO_QUEUE = -3;

    private final String group;
    private final GroupPositions calls;
    private final Positions positions = new Positions();

    public RemoteBrokerOffsetStore(String group, GroupPositions calls) {
        this.group = group;
        this.calls = calls;
    }

    @Override
    public void load() {
        // Each queue's position is read when the queue is assigned.
    }

    @Override
    public void updateOffset(MessageQueue mq, long offset, boolean increaseOnly) {
        if (mq != null) {
            positions.update(mq, offset, increaseOnly);
        }
    }

    @Override
    public void updateAndFreezeOffset(MessageQueue mq, long offset) {
        if (mq != null) {
            positions.freeze(mq, offset);
        }
    }

    @Override
    public long readOffset(MessageQueue mq, ReadOffsetType type) {
        if (mq == null) {
            return NO_QUEUE;
        }
        if (type != ReadOffsetType.READ_FROM_STORE) {
            long inMemory = positions.get(mq);
            if (inMemory >= 0 || type == ReadOffsetType.READ_FROM_MEMORY) {
                return inMemory;
            }
        }
        try {
            return read(mq).get().orElse(NOT_FOUND);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNREADABLE;
        } catch (ExecutionException e) {
            LOG.warn("group {}: the position in {} could not be read: {}", group, mq, String.valueOf(e.getCause()));
            return UNREADABLE;
        }
    }

    @Override
    public CompletableFuture<OptionalLong> read(MessageQueue mq) {
        return calls.query(mq).thenApply(stored -> {
            stored.ifPresent(offset -> positions.known(mq, offset));
            return stored;
        });
    }

    @Override
    public CompletableFuture<OptionalLong> peek(MessageQueue mq) {
        return calls.query(mq);
    }

    @Override
    public CompletableFuture<Holder> claim(MessageQueue mq, boolean force) {
        return calls.claim(mq, force);
    }

    @Override
    public void leave(MessageQueue mq) {
        calls.leave(mq);
    }

    @Override
    public void persistAll(Set<MessageQueue> mqs) {
        positions.retain(mqs);
        mqs.forEach(this::persist);
    }

    // One-way: should it get lost, the next pull carries the position too, within 15 s at the latest.
    @Override
    public void persist(MessageQueue mq) {
        long offset = positions.unkept(mq);
        if (offset >= 0) {
            calls.updateOneway(mq, offset, positions.isProgress(mq));
            positions.told(mq, offset);
        }
    }

    @Override
    public CompletableFuture<Void> persistNow(MessageQueue mq) {
        long offset = positions.get(mq);
        if (offset < 0) {
            return CompletableFuture.completedFuture(null);
        }
        return calls.update(mq, offset, positions.isProgress(mq)).thenRun(() -> positions.kept(mq, offset));
    }

    @Override
    public void removeOffset(MessageQueue mq) {
        positions.remove(mq);
    }

    @Override
    public Map<MessageQueue, Long> cloneOffsetTable(String topic) {
        return positions.snapshot(topic);
    }

    @Override
    public void updateConsumeOffsetToBroker(MessageQueue mq, long offset, boolean isOneway)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        if (isOneway) {
            calls.updateOneway(mq, offset, false);
            return;
        }
        try {
            calls.update(mq, offset, false).get();
        } catch (ExecutionException e) {
            throw asDeclared(mq, e.getCause());
        }
    }

    private MQClientException asDeclared(MessageQueue mq, Throwable cause)
            throws RemotingException, MQBrokerException, MQClientException {
        if (cause instanceof RemotingException remoting) {
            throw remoting;
        }
        if (cause instanceof MQBrokerException broker) {
            throw broker;
        }
        if (cause instanceof MQClientException client) {
            throw client;
        }
        return new MQClientException("group " + group + ": the position in " + mq + " could not be written", cause);
    }
}
