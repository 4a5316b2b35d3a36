package io.ferrymq.broker.lock;

import io.ferrymq.common.message.MessageQueue;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Queues of orderly groups, each with the one client that may consume it. A lock that is not taken again in time is free. Not on
 * disk: after a restart all are free, and clients lock again within 20 seconds.
 *
 * <p>A client may say that it gives its locks up with the connection it took them on. Then those of a process that has died are free a moment
 * later, not after a minute.
 */
public final class QueueLocks {
    /** How long a lock lives without being taken again; clients do so every 20 s. */
    public static final long LOCK_MAX_MS = Long.getLong("rocketmq.broker.rebalance.lockMaxLiveTime", 60_000);

    /** A client that has only lost its connection takes its locks again on the next one, and listeners that run come to their end. */
    static final long LEFT_MAX_MS = 2_000;

    private static final long HERE = Long.MAX_VALUE;

    private final Map<String, Map<MessageQueue, Lock>> groups = new ConcurrentHashMap<>();

    /**
     * @param owner the connection whose end is the lock's, or null
     * @param leftMs when that connection ended
     */
    private record Lock(String clientId, long takenMs, Object owner, long leftMs) {
        boolean isFree(long nowMs) {
            return nowMs - takenMs > LOCK_MAX_MS || (leftMs != HERE && nowMs - leftMs > LEFT_MAX_MS);
        }

        Lock left(Object gone, long nowMs) {
            return gone.equals(owner) && leftMs == HERE ? new Lock(clientId, takenMs, owner, nowMs) : this;
        }
    }

    /** Takes what is free or already the client's. Returns what it has now of the wanted queues. */
    public Set<MessageQueue> lock(String group, String clientId, Set<MessageQueue> wanted, long nowMs) {
        return lock(group, clientId, wanted, nowMs, null);
    }

    /** @param owner what the locks end with, see {@link #left}; null for nothing */
    Set<MessageQueue> lock(String group, String clientId, Set<MessageQueue> wanted, long nowMs, Object owner) {
        Set<MessageQueue> locked = new LinkedHashSet<>();
        groups.compute(group, (name, known) -> {
            Map<MessageQueue, Lock> locks = known == null ? new HashMap<>() : new HashMap<>(known);
            locks.values().removeIf(lock -> lock.isFree(nowMs));
            for (MessageQueue queue : wanted) {
                Lock lock = locks.get(queue);
                if (lock == null || lock.clientId().equals(clientId)) {
                    locks.put(queue, new Lock(clientId, nowMs, owner, HERE));
                    locked.add(queue);
                }
            }
            return locks.isEmpty() ? null : Map.copyOf(locks);
        });
        return locked;
    }

    /** The owner is no more: its locks are free soon, unless their client takes them again as another. */
    void left(Object owner, long nowMs) {
        for (String group : groups.keySet()) {
            groups.computeIfPresent(group, (name, known) -> {
                Map<MessageQueue, Lock> locks = new HashMap<>(known);
                locks.replaceAll((queue, lock) -> lock.left(owner, nowMs));
                return Map.copyOf(locks);
            });
        }
    }

    /** Frees those of the queues that are the client's. */
    public void unlock(String group, String clientId, Set<MessageQueue> queues) {
        groups.computeIfPresent(group, (name, known) -> {
            Map<MessageQueue, Lock> locks = new HashMap<>(known);
            locks.entrySet()
                    .removeIf(entry -> queues.contains(entry.getKey())
                            && entry.getValue().clientId().equals(clientId));
            return locks.isEmpty() ? null : Map.copyOf(locks);
        });
    }

    /** Whether a member of the group has any queue for itself: the group consumes in order. */
    public boolean hasLock(String group, long nowMs) {
        return groups.getOrDefault(group, Map.of()).values().stream().anyMatch(lock -> !lock.isFree(nowMs));
    }

    /** Forgets locks that nobody took again, so that groups that are gone leave nothing behind. */
    public void expire(long nowMs) {
        for (String group : groups.keySet()) {
            groups.computeIfPresent(
                    group,
                    (name, locks) -> locks.values().stream().allMatch(lock -> lock.isFree(nowMs)) ? null : locks);
        }
    }
}
