package io.ferrymq.broker.offset;

import io.ferrymq.remoting.Connection;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which member wrote each position last. When a queue changes hands, its earlier owner may still speak: because its listeners took long, because
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
        private volatile long wroteMs;

        Keeper(Connection member, long nowMs) {
            this.member = new WeakReference<>(member);
            this.wroteMs = nowMs;
        }

        boolean is(Connection other) {
            return member.refersTo(other);
        }

        boolean isHere(long nowMs) {
            Connection connection = member.get();
            return connection != null && connection.isActive() && nowMs - wroteMs <= BELIEVED_MS;
        }
    }

    void wrote(String key, int queueId, Connection member, long nowMs) {
        Map<Integer, Keeper> queues = table.get(key);
        Keeper known = queues == null ? null : queues.get(queueId);
        if (known == null || !known.is(member)) {
            table.computeIfAbsent(key, absent -> new ConcurrentHashMap<>()).put(queueId, new Keeper(member, nowMs));
        } else if (nowMs - known.wroteMs > REFRESH_MS) {
            known.wroteMs = nowMs;
        }
    }

    /** Whether another member than this one is the position's keeper, and still here. */
    boolean isAnother(String key, int queueId, Connection member, long nowMs) {
        Keeper known = table.getOrDefault(key, Map.of()).get(queueId);
        return known != null && !known.is(member) && known.isHere(nowMs);
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
