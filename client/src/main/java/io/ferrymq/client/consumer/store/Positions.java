package io.ferrymq.client.consumer.store;

import io.ferrymq.common.message.MessageQueue;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The positions in memory, and which of them have changed since they were last kept for good. */
final class Positions {
    private static final long NEVER = -1;

    /**
     * @param kept the offset that was last kept for good
     * @param frozen updates are ignored
     * @param moved somebody has moved it on purpose, and that is not kept for good yet
     */
    private record Position(long offset, long kept, boolean frozen, boolean moved) {
        Position moveTo(long next, boolean increaseOnly) {
            boolean stays = frozen || (increaseOnly && next <= offset);
            return stays ? this : new Position(next, kept, false, moved || !increaseOnly);
        }
    }

    private final ConcurrentMap<MessageQueue, Position> table = new ConcurrentHashMap<>();

    void update(MessageQueue queue, long offset, boolean increaseOnly) {
        table.compute(
                queue,
                (q, old) -> old == null
                        ? new Position(offset, NEVER, false, !increaseOnly)
                        : old.moveTo(offset, increaseOnly));
    }

    void freeze(MessageQueue queue, long offset) {
        table.put(queue, new Position(offset, NEVER, true, true));
    }

    /** What is kept for good was read: memory follows, unless it is frozen. */
    void known(MessageQueue queue, long offset) {
        table.compute(
                queue, (q, old) -> old == null || !old.frozen() ? new Position(offset, offset, false, false) : old);
    }

    /** -1 when there is none. */
    long get(MessageQueue queue) {
        Position position = table.get(queue);
        return position == null ? NEVER : position.offset();
    }

    /** -1 when there is none, or when it is kept for good already. */
    long unkept(MessageQueue queue) {
        Position position = table.get(queue);
        return position == null || position.offset() == position.kept() ? NEVER : position.offset();
    }

    /** Whether it has only gone on since it was last kept for good. */
    boolean isProgress(MessageQueue queue) {
        Position position = table.get(queue);
        return position != null && !position.moved();
    }

    /** The offset is on its way, and may get lost. */
    void told(MessageQueue queue, long offset) {
        table.computeIfPresent(queue, (q, old) -> new Position(old.offset(), offset, old.frozen(), old.moved()));
    }

    void kept(MessageQueue queue, long offset) {
        table.computeIfPresent(queue, (q, old) -> new Position(old.offset(), offset, old.frozen(), false));
    }

    /** Updates count again. */
    void thaw(MessageQueue queue) {
        table.computeIfPresent(queue, (q, old) -> new Position(old.offset(), old.kept(), false, old.moved()));
    }

    void remove(MessageQueue queue) {
        table.remove(queue);
    }

    void retain(Set<MessageQueue> queues) {
        table.keySet().retainAll(queues);
    }

    Map<MessageQueue, Long> snapshot(String topic) {
        Map<MessageQueue, Long> copy = new HashMap<>();
        table.forEach((queue, position) -> {
            if (topic == null || topic.isBlank() || topic.equals(queue.getTopic())) {
                copy.put(queue, position.offset());
            }
        });
        return copy;
    }
}
