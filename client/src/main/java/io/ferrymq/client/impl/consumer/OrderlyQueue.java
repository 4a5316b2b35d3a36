package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.listener.ConsumeOrderlyContext;
import io.ferrymq.client.consumer.listener.ConsumeOrderlyStatus;
import io.ferrymq.common.message.MessageExt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages of one queue on their way to an ordered listener. {@code scheduled} is set while a run is under way or due, and only that run
 * touches the messages at the front: so there is one call at a time, without a thread that belongs to the queue.
 */
final class OrderlyQueue implements QueueConsumer {
    private static final Logger LOG = LoggerFactory.getLogger(OrderlyQueue.class);
    private static final long YIELD_DELAY_MS = 10;
    private static final long LOCK_DELAY_MS = 100;
    private static final long SUSPEND_MIN_MS = 10;
    private static final long SUSPEND_MAX_MS = 30_000;

    private final ProcessQueue queue;
    private final OrderlyConsume consume;
    private final QueueLease lease;
    private final LeaseTimes times;
    private final ListenerEnvironment env;
    private final Deque<CachedMessage> waiting = new ArrayDeque<>();
    private final List<CachedMessage> uncommitted = new ArrayList<>();
    private boolean scheduled;

    OrderlyQueue(
            ProcessQueue queue, OrderlyConsume consume, QueueLease lease, LeaseTimes times, ListenerEnvironment env) {
        this.queue = queue;
        this.consume = consume;
        this.lease = lease;
        this.times = times;
        this.env = env;
    }

    @Override
    public boolean mayPull() {
        return lease.isHeld(queue);
    }

    @Override
    public void take(List<CachedMessage> messages) {
        synchronized (this) {
            waiting.addAll(messages);
            if (scheduled) {
                return;
            }
            scheduled = true;
        }
        env.pool().execute(this::run);
    }

    private void run() {
        long begunMs = env.clock().nowMs();
        while (queue.isActive() && !env.pool().isStopped()) {
            long nowMs = env.clock().nowMs();
            if (!lease.isHeld(queue)) {
                later(LOCK_DELAY_MS);
                return;
            }
            if (nowMs - begunMs > times.continuousMaxMs()) {
                later(YIELD_DELAY_MS);
                return;
            }
            List<CachedMessage> batch = next();
            if (batch.isEmpty()) {
                return;
            }
            CompletableFuture<Long> rest = consume(batch, nowMs);
            if (!rest.isDone()) {
                rest.thenAccept(this::later);
                return;
            }
            if (rest.join() > 0) {
                later(rest.join());
                return;
            }
        }
    }

    private synchronized List<CachedMessage> next() {
        int size = Math.min(waiting.size(), env.settings().get().consumeBatchMaxSize());
        List<CachedMessage> batch = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            batch.add(waiting.removeFirst());
        }
        scheduled = !batch.isEmpty();
        return batch;
    }

    /** @return how long the queue is to rest then; never fails */
    private CompletableFuture<Long> consume(List<CachedMessage> batch, long nowMs) {
        if (queue.begin(batch, nowMs).isEmpty()) {
            return CompletableFuture.completedFuture(0L);
        }
        CompletableFuture<Long> rest = CompletableFuture.completedFuture(0L);
        try {
            ConsumeOrderlyContext context = new ConsumeOrderlyContext(queue.queue());
            rest = settle(batch, consume.call(queue.queue(), batch, context), context);
        } finally {
            rest.whenComplete((done, failure) -> queue.end());
        }
        return rest;
    }

    @SuppressWarnings("deprecation") // COMMIT and ROLLBACK are of old, but still answers.
    private CompletableFuture<Long> settle(
            List<CachedMessage> batch, ConsumeOrderlyStatus status, ConsumeOrderlyContext context) {
        boolean autoCommit = context.isAutoCommit();
        if (status == ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT) {
            return suspend(batch, context);
        }
        if (!autoCommit && status == ConsumeOrderlyStatus.ROLLBACK) {
            List<CachedMessage> all = new ArrayList<>(uncommitted);
            all.addAll(batch);
            uncommitted.clear();
            putBack(all);
            return CompletableFuture.completedFuture(suspendMs(context));
        }
        if (autoCommit && status != ConsumeOrderlyStatus.SUCCESS) {
            consume.warnOfAutoCommit(queue.queue(), status);
        }
        uncommitted.addAll(batch);
        if (autoCommit || status == ConsumeOrderlyStatus.COMMIT) {
            commit();
        }
        return CompletableFuture.completedFuture(0L);
    }

    private void commit() {
        if (!uncommitted.isEmpty()) {
            queue.finish(uncommitted);
            uncommitted.clear();
        }
    }

    // Messages that have used up their attempts become dead letters, and the queue goes on without them; the others are
    // tried again.
    private CompletableFuture<Long> suspend(List<CachedMessage> batch, ConsumeOrderlyContext context) {
        List<CompletableFuture<Boolean>> leaving = new ArrayList<>(batch.size());
        for (CachedMessage message : batch) {
            leaving.add(
                    hasAttemptsLeft(message.message())
                            ? CompletableFuture.completedFuture(false)
                            : deadLetter(message.message()));
        }
        return CompletableFuture.allOf(leaving.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> {
                    List<CachedMessage> again = new ArrayList<>();
                    for (int i = 0; i < batch.size(); i++) {
                        CachedMessage message = batch.get(i);
                        if (leaving.get(i).join()) {
                            uncommitted.add(message);
                        } else {
                            message.message()
                                    .setReconsumeTimes(message.message().getReconsumeTimes() + 1);
                            again.add(message);
                        }
                    }
                    putBack(again);
                    if (context.isAutoCommit()) {
                        commit();
                    }
                    return again.isEmpty() ? 0L : suspendMs(context);
                });
    }

    private boolean hasAttemptsLeft(MessageExt message) {
        int attempts = Delivery.attempts(message, env.settings().get().maxReconsumeTimes(), Integer.MAX_VALUE);
        return message.getReconsumeTimes() < attempts;
    }

    private CompletableFuture<Boolean> deadLetter(MessageExt message) {
        if (env.group().isBroadcasting()) {
            LOG.warn(
                    "group {}: message {} of {} was tried {} times and is dropped, as broadcasting has no dead letters",
                    env.group().name(),
                    message.getMsgId(),
                    queue.queue(),
                    message.getReconsumeTimes() + 1);
            return CompletableFuture.completedFuture(true);
        }
        int attempts = Delivery.attempts(message, env.settings().get().maxReconsumeTimes(), Integer.MAX_VALUE);
        return env.retries().giveBack(message, Retries.DEAD_LETTER, attempts).handle((given, failure) -> {
            LOG.warn(
                    "group {}: message {} of {} was tried {} times and {}",
                    env.group().name(),
                    message.getMsgId(),
                    queue.queue(),
                    message.getReconsumeTimes() + 1,
                    failure == null
                            ? "is a dead letter now"
                            : "could not be made a dead letter: " + Failures.text(failure));
            return failure == null;
        });
    }

    private void putBack(List<CachedMessage> messages) {
        queue.waitAgain(messages);
        synchronized (this) {
            for (int i = messages.size() - 1; i >= 0; i--) {
                waiting.addFirst(messages.get(i));
            }
        }
    }

    private long suspendMs(ConsumeOrderlyContext context) {
        long ms = context.getSuspendCurrentQueueTimeMillis() < 0
                ? env.settings().get().suspendMs()
                : context.getSuspendCurrentQueueTimeMillis();
        return Math.max(SUSPEND_MIN_MS, Math.min(ms, SUSPEND_MAX_MS));
    }

    private void later(long delayMs) {
        if (delayMs == 0) {
            env.pool().execute(this::run);
        } else {
            env.timer().after(delayMs, () -> env.pool().execute(this::run));
        }
    }
}
