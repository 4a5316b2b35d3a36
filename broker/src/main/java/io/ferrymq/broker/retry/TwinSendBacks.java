package io.ferrymq.broker.retry;

import io.ferrymq.broker.client.ConsumerGroup;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.common.Clock;
import io.ferrymq.remoting.Connection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What members of one client id have sent back lately. They share queues out as if they were one, so each message comes to both and both send it
 * back: one copy is enough, or each attempt doubles the copies. Members whose ids are their own, the normal case, leave nothing here. Thread-safe.
 */
final class TwinSendBacks {
    private static final long KEPT_MS = 60_000;
    private static final int KEPT_MAX = 10_000;

    private final ConsumerTable consumers;
    private final Clock clock;

    // Guarded by this, oldest first.
    private final Map<Key, Sent> sent = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Sent> eldest) {
            return size() > KEPT_MAX || clock.nowMs() - eldest.getValue().atMs() > KEPT_MS;
        }
    };

    private record Key(String group, String clientId, long physicalOffset) {}

    private record Sent(Connection by, long atMs) {}

    TwinSendBacks(ConsumerTable consumers, Clock clock) {
        this.consumers = consumers;
        this.clock = clock;
    }

    /**
     * A member sends a message back.
     *
     * @return true when its twin has done so already
     */
    @SuppressWarnings("ReferenceEquality") // the same connection
    boolean isTwins(String groupName, Connection connection, long physicalOffset) {
        ConsumerGroup group = consumers.find(groupName);
        ConsumerGroup.Member member = group == null ? null : group.members().get(connection);
        if (member == null || !group.hasTwinOf(member.link())) {
            return false;
        }
        Key key = new Key(groupName, member.link().clientId(), physicalOffset);
        long nowMs = clock.nowMs();
        synchronized (this) {
            Sent before = sent.get(key);
            if (before != null && before.by() != connection && nowMs - before.atMs() <= KEPT_MS) {
                return true;
            }
            sent.remove(key);
            sent.put(key, new Sent(connection, nowMs));
            return false;
        }
    }

    /** There is no copy after all: the next who sends the message back is to be heard. */
    synchronized void forget(String groupName, long physicalOffset) {
        sent.keySet()
                .removeIf(key ->
                        key.physicalOffset() == physicalOffset && key.group().equals(groupName));
    }
}
