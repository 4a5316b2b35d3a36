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
 * later, not after a minute. A published client says no such thing: when its connection ends it may be alive and at work on what it has, until
 * 30 s after it took the lock last, which is as long as it believes in a lock itself. So its locks are free then, and no sooner, or order would
 * break; if it is back, it takes them again every 20 s. A client that leaves the group on purpose has ended its listeners: its locks are free at
 * once.
 */
public final class QueueLocks {
    /** How long a lock lives without being taken again; clients do so every 20 s. */
    public static final long LOCK_MAX_MS = Long.getLong("rocketmq.broker.rebalance.lockMaxLiveTime", 60_000);

    /** A client that has only lost its connection takes its locks again on the next one, and listeners that run come to their end. */
    static final long LEFT_MAX_MS = 2_000;

    /** So long after it took a lock a published client believes in it (spec: client, orderly consumption). */
    static final long BELIEVED_MS = 30_000;

    private static final long HERE = Long.MAX_VALUE;

    private final Map<String, Map<MessageQueue, Lock>> groups = new ConcurrentHashMap<>();

    /**
     * @param owner the connection it was taken on, or null
     * @param bound whether the client gives it up with that connection
     * @param leftMs when that connection ended
     */
    private record Lock(String clientId, long takenMs, Object owner, boolean bound, long leftMs) {
        boolean isFree(long nowMs) {
            return nowMs - takenMs > LOCK_MAX_MS
                    || (leftMs != HERE && nowMs - leftMs > LEFT_MAX_MS && (bound || nowMs - takenMs > BELIEVED_MS));
        }

        Lock left(Object gone, long nowMs) {
            return gone.equals(owner) && leftMs == HERE ? new Lock(clientId, takenMs, owner, bound, nowMs) : this;
        }
    }

    /** Takes what is free or already the client's. Returns what it has now of the wanted queues. */
    public Set<MessageQueue> lock(String group, String clientId, Set<MessageQueue> wanted, long nowMs) {
        return lock(group, clientId, wanted, nowMs, null, false);
    }

    /**
     * @param owner the connection, see {@link #left}; null for none
     * @param bound whether the client gives the locks up with it
     */
    Set<MessageQueue> lock(
            String group, String clientId, Set<MessageQueue> wanted, long nowMs, Object owner, boolean bound) {
        Set<MessageQueue> locked = new LinkedHashSet<>();
        groups.compute(group, (name, known) -> {
            Map<MessageQueue, Lock> locks = known == null ? new HashMap<>() : new HashMap<>(known);
            locks.values().removeIf(lock -> lock.isFree(nowMs));
            for (MessageQueue queue : wanted) {
                Lock lock = locks.get(queue);
                if (lock == null || lock.clientId().equals(clientId)) {
                    locks.put(queue, new Lock(clientId, nowMs, owner, bound, HERE));
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

    /** The client behind this connection has left the group on purpose: its locks are free. */
    public void leave(String group, Object owner) {
        groups.computeIfPresent(group, (name, known) -> {
            Map<MessageQueue, Lock> locks = new HashMap<>(known);
            locks.values().removeIf(lock -> owner.equals(lock.owner()));
            return locks.isEmpty() ? null : Map.copyOf(locks);
        });
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
