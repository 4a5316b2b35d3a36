package io.ferrymq.broker.offset;

import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.protocol.header.QueueHold;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Which member took each queue, or wrote its position, last. When a queue changes hands, its earlier owner may still speak: because its listeners took long, because
 * the process stood still for minutes, or because its commit was under way. What it says lies behind, and must not take the group back.
 */
final class Keepers {
    /** Members write at least with each pull, so every 15 s: whoever has not for so long is no keeper any more. */
    private static final long BELIEVED_MS = 30_000;

    private static final long REFRESH_MS = 1_000;

    private final Map<String, Map<Integer, Keeper>> table = new ConcurrentHashMap<>();

    // Weak, so that positions that nobody writes any more hold no connections.
    private static final class Keeper {
        private final WeakReference<Connection> member;
        private final boolean speaks;
        private volatile long wroteMs;
        private volatile boolean done;

        /** @param speaks whether it says when it is done with the queue */
        Keeper(Connection member, boolean speaks, long nowMs) {
            this.member = new WeakReference<>(member);
            this.speaks = speaks;
            this.wroteMs = nowMs;
        }

        boolean is(Connection other) {
            return member.refersTo(other);
        }

        boolean isHere(long nowMs) {
            Connection connection = member.get();
            return connection != null && connection.isActive() && nowMs - wroteMs <= BELIEVED_MS;
        }

        /** What another member that wants the queue is told. */
        int holds(Predicate<Connection> isMember) {
            if (done) {
                return QueueHold.YOURS;
            }
            Connection connection = member.get();
            if (!speaks || connection == null || !connection.isActive()) {
                // It may be at work there, or about to come back on another connection.
                return QueueHold.UNKNOWN;
            }
            // Who leaves the group has written before.
            return isMember.test(connection) ? QueueHold.ANOTHERS : QueueHold.YOURS;
        }
    }

    void wrote(String key, int queueId, Connection member, boolean speaks, long nowMs) {
        Map<Integer, Keeper> queues = table.get(key);
        Keeper known = queues == null ? null : queues.get(queueId);
        if (known == null || !known.is(member)) {
            queuesOf(key).put(queueId, new Keeper(member, speaks, nowMs));
        } else if (nowMs - known.wroteMs > REFRESH_MS) {
            known.wroteMs = nowMs;
        }
    }

    private Map<Integer, Keeper> queuesOf(String key) {
        return table.computeIfAbsent(key, absent -> new ConcurrentHashMap<>());
    }

    /** Of two members that ask at a time one gets the queue. */
    int hold(String key, int queueId, int wanted, Connection member, Predicate<Connection> isMember, long nowMs) {
        int[] held = {QueueHold.YOURS};
        queuesOf(key).compute(queueId, (id, known) -> {
            boolean own = known != null && known.is(member);
            if (wanted == QueueHold.LEAVE) {
                if (own) {
                    known.done = true;
                }
                return known;
            }
            if (known == null) {
                held[0] = QueueHold.UNKNOWN;
            } else if (!own) {
                held[0] = known.holds(isMember);
            }
            boolean takes = wanted == QueueHold.TAKE || held[0] == QueueHold.YOURS;
            return takes ? new Keeper(member, true, nowMs) : known;
        });
        return wanted == QueueHold.TAKE ? QueueHold.YOURS : held[0];
    }

    /** Whether another member than this one is the position's keeper, and still here. */
    boolean isAnother(String key, int queueId, Connection member, long nowMs) {
        Keeper known = table.getOrDefault(key, Map.of()).get(queueId);
        return known != null && !known.is(member) && known.isHere(nowMs);
    }

    /** Whether another member than this one was the last, here or not. */
    boolean isKeptByAnother(String key, int queueId, Connection member) {
        Keeper known = table.getOrDefault(key, Map.of()).get(queueId);
        return known != null && !known.is(member);
    }

    /** Whoever speaks next is believed. */
    void forget(String key, int queueId) {
        Map<Integer, Keeper> queues = table.get(key);
        if (queues != null) {
            queues.remove(queueId);
        }
    }

    void forgetAll(String key) {
        table.remove(key);
    }
}
