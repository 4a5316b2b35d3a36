package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.ConsumeReturnType;
import io.ferrymq.client.hook.ConsumeMessageContext;
import io.ferrymq.common.Clock;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.body.ConsumeMessageDirectlyResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Messages between the pulls and an application that polls: each poll gets what one pull brought. What a poll got is in work until the next
 * poll, a commit or the end says that the application is done with it; only then the position moves. Messages of paused queues are kept back.
 * Thread-safe.
 */
final class HandOut implements ConsumeService {
    /** What hooks are told of messages whose application polled on. */
    private static final ConsumeConcurrentlyStatus DONE = ConsumeConcurrentlyStatus.CONSUME_SUCCESS;

    private final Group group;
    private final LongSupplier countMax;
    private final ListenerHooks hooks;
    private final ConsumerStats stats;
    private final Clock clock;
    private final Delivery delivery;
    private final AtomicReference<InWork> inWork = new AtomicReference<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    // All under the lock. The pulls that wait for a paused queue, or for room, are called back outside of it.
    private final Deque<Pulled> ready = new ArrayDeque<>();
    private final Map<MessageQueue, Deque<Pulled>> paused = new HashMap<>();
    private final Map<MessageQueue, Runnable> waiting = new HashMap<>();
    private long readyCount;
    private boolean closed;

    /** @param countMax messages that may wait here, of all queues that are not paused, before no more is pulled */
    HandOut(Group group, LongSupplier countMax, ListenerHooks hooks, ConsumerStats stats, Clock clock) {
        this.group = group;
        this.countMax = countMax;
        this.hooks = hooks;
        this.stats = stats;
        this.clock = clock;
        this.delivery = new Delivery(group);
    }

    /** What one pull brought. */
    private record Pulled(ProcessQueue queue, List<CachedMessage> messages) {}

    /** What the application got last. */
    private record InWork(
            ProcessQueue queue, List<CachedMessage> messages, ConsumeMessageContext hooked, long sinceMs) {}

    @Override
    public boolean isOrderly() {
        return false;
    }

    @Override
    public QueueConsumer open(ProcessQueue queue) {
        return new QueueConsumer() {
            @Override
            public void take(List<CachedMessage> messages) {
                add(new Pulled(queue, messages));
            }

            @Override
            public boolean wantsMore(Runnable then) {
                return hasRoom(queue.queue(), then);
            }
        };
    }

    /** There is no listener that a message could be given to. */
    @Override
    public ConsumeMessageDirectlyResult consumeDirectly(MessageExt message, String brokerName) {
        return null;
    }

    private void add(Pulled pulled) {
        lock.lock();
        try {
            Deque<Pulled> kept = paused.get(pulled.queue().queue());
            if (kept != null) {
                kept.addLast(pulled);
                return;
            }
            ready.addLast(pulled);
            readyCount += pulled.messages().size();
            arrived.signal();
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoom(MessageQueue queue, Runnable then) {
        lock.lock();
        try {
            if (!paused.containsKey(queue) && readyCount <= countMax.getAsLong()) {
                return true;
            }
            waiting.put(queue, then);
            return false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The messages of one pull, in the order of their offsets. With this the application is done with what it got before.
     *
     * @return none when there were none within the time, or after the end
     */
    List<MessageExt> poll(long timeoutMs) {
        settle();
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        for (Pulled next = next(deadlineNanos); next != null; next = next(deadlineNanos)) {
            List<MessageExt> messages = give(next);
            if (!messages.isEmpty()) {
                return messages;
            }
        }
        return List.of();
    }

    private Pulled next(long deadlineNanos) {
        Pulled next = null;
        List<Runnable> resumed = List.of();
        lock.lock();
        try {
            while (ready.isEmpty() && !closed) {
                long leftNanos = deadlineNanos - System.nanoTime();
                if (leftNanos <= 0) {
                    return null;
                }
                if (arrived.awaitNanos(leftNanos) <= 0 && ready.isEmpty()) {
                    return null;
                }
            }
            if (!closed) {
                next = ready.removeFirst();
                readyCount -= next.messages().size();
                resumed = withRoom();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        resumed.forEach(Runnable::run);
        return next;
    }

    /** Whoever makes room, in whatever way, calls those that wait for it: perhaps nobody else ever does. */
    private List<Runnable> withRoom() {
        if (waiting.isEmpty() || readyCount > countMax.getAsLong()) {
            return List.of();
        }
        List<Runnable> resumed = new ArrayList<>();
        Iterator<Map.Entry<MessageQueue, Runnable>> each = waiting.entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<MessageQueue, Runnable> one = each.next();
            if (!paused.containsKey(one.getKey())) {
                resumed.add(one.getValue());
                each.remove();
            }
        }
        return resumed;
    }

    private List<MessageExt> give(Pulled pulled) {
        long nowMs = clock.nowMs();
        List<CachedMessage> todo = pulled.queue().begin(pulled.messages(), nowMs);
        if (todo.isEmpty()) {
            return List.of();
        }
        // A list that may be changed: the published clients give one.
        List<MessageExt> messages = new ArrayList<>(delivery.of(todo, nowMs));
        ConsumeMessageContext hooked = hooks.before(pulled.queue().queue(), Collections.unmodifiableList(messages));
        settle(inWork.getAndSet(new InWork(pulled.queue(), todo, hooked, nowMs)));
        return messages;
    }

    /** The application is done with what it got last. */
    void settle() {
        settle(inWork.getAndSet(null));
    }

    private void settle(InWork done) {
        if (done == null) {
            return;
        }
        try {
            done.queue().finish(done.messages());
            hooks.after(done.hooked(), DONE.name(), true, ConsumeReturnType.SUCCESS);
            stats.consumed(done.queue().queue().getTopic(), done.messages().size(), 0, clock.nowMs() - done.sinceMs());
        } finally {
            done.queue().end();
        }
    }

    /** Neither pulled nor handed out until {@link #resume}. */
    void pause(Collection<MessageQueue> queues) {
        List<Runnable> resumed;
        lock.lock();
        try {
            queues.forEach(queue -> paused.putIfAbsent(queue, new ArrayDeque<>()));
            ready.removeIf(pulled -> {
                Deque<Pulled> kept = paused.get(pulled.queue().queue());
                if (kept == null) {
                    return false;
                }
                kept.addLast(pulled);
                readyCount -= pulled.messages().size();
                return true;
            });
            resumed = withRoom();
        } finally {
            lock.unlock();
        }
        resumed.forEach(Runnable::run);
    }

    void resume(Collection<MessageQueue> queues) {
        List<Runnable> resumed = new ArrayList<>();
        lock.lock();
        try {
            for (MessageQueue queue : new HashSet<>(queues)) {
                Deque<Pulled> kept = paused.remove(queue);
                if (kept == null) {
                    continue;
                }
                for (Pulled pulled : kept) {
                    ready.addLast(pulled);
                    readyCount += pulled.messages().size();
                }
                Runnable pull = waiting.remove(queue);
                if (pull != null) {
                    resumed.add(pull);
                }
            }
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
        resumed.forEach(Runnable::run);
    }

    boolean isPaused(MessageQueue queue) {
        lock.lock();
        try {
            return paused.containsKey(queue);
        } finally {
            lock.unlock();
        }
    }

    /** What was pulled of the queue before is nobody's business any more; a paused one stays paused. */
    void drop(MessageQueue queue) {
        List<Runnable> resumed;
        lock.lock();
        try {
            ready.removeIf(pulled -> {
                boolean drops = pulled.queue().queue().equals(queue);
                readyCount -= drops ? pulled.messages().size() : 0;
                return drops;
            });
            if (paused.containsKey(queue)) {
                paused.get(queue).clear();
            }
            resumed = withRoom();
        } finally {
            lock.unlock();
        }
        resumed.forEach(Runnable::run);
    }

    /** Queues that have gone: one that comes back is not paused. */
    void forget(Predicate<MessageQueue> gone) {
        lock.lock();
        try {
            paused.keySet().removeIf(gone);
            waiting.keySet().removeIf(gone);
        } finally {
            lock.unlock();
        }
    }

    /** The application is done with everything it got, and gets no more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            ready.clear();
            paused.clear();
            waiting.clear();
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
        settle();
    }

    @Override
    public String toString() {
        return "messages for polls of group " + group.name();
    }
}
