package io.ferrymq.broker.offset;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Positions that an administrator has moved and that readers may not know yet, kept in the file of positions until one has heard. A reader hears of the move by the answer to its next pull; until it
 * pulls again, what it commits is of before and does not count. After that what is behind the place it was moved to is still of before: a consumer
 * may go on to commit what it had in work. Whoever goes back by itself, by a pull, is left alone.
 */
final class Resets {
    private final Map<String, Map<Integer, Reset>> byKey = new ConcurrentHashMap<>();

    /** One move. Guarded by itself. */
    private static final class Reset {
        final long target;
        final Set<Object> told = ConcurrentHashMap.newKeySet();
        final Set<Object> asked = ConcurrentHashMap.newKeySet();
        Object heardBy;
        boolean done;
        boolean swept;

        Reset(long target) {
            this.target = target;
        }

        /** Whether this reader has to be told now. */
        synchronized boolean tells(Object reader, long offset) {
            boolean hears = told.contains(reader) || (asked.contains(reader) && offset == target);
            if (heardBy == null && hears) {
                heardBy = reader;
            }
            return heardBy == null && told.add(reader);
        }

        /** Nothing is held back any more; it is kept a little for who asks what became of it. */
        synchronized void end() {
            done = true;
        }

        synchronized boolean isDone() {
            return done;
        }

        /** Whether it was done already when this was asked last. */
        synchronized boolean isForgotten() {
            boolean before = swept;
            swept = done;
            return before;
        }

        synchronized boolean isHeard() {
            return heardBy != null;
        }

        synchronized Object heardBy() {
            return heardBy;
        }
    }

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    void put(String group, String topic, int queueId, long target) {
        byKey.computeIfAbsent(OffsetTable.key(group, topic), absent -> new ConcurrentHashMap<>())
                .put(queueId, new Reset(target));
    }

    /** What was kept over a restart. */
    void putAll(Map<String, Map<Integer, Long>> targets) {
        targets.forEach((key, queues) -> queues.forEach((queueId, target) -> {
            if (OffsetTable.isKey(key) && target >= 0) {
                put(OffsetTable.groupOf(key), OffsetTable.topicOf(key), queueId, target);
            }
        }));
    }

    /** Those that no reader has heard of yet, by {@link OffsetTable#key} and queue. */
    Map<String, Map<Integer, Long>> unheard() {
        Map<String, Map<Integer, Long>> targets = new HashMap<>();
        byKey.forEach((key, queues) -> {
            Map<Integer, Long> ofKey = new TreeMap<>();
            queues.forEach((queueId, reset) -> {
                if (!reset.isHeard() && !reset.isDone()) {
                    ofKey.put(queueId, reset.target);
                }
            });
            if (!ofKey.isEmpty()) {
                targets.put(key, ofKey);
            }
        });
        return targets;
    }

    private Reset find(String group, String topic, int queueId) {
        if (byKey.isEmpty()) {
            return null;
        }
        Map<Integer, Reset> queues = byKey.get(OffsetTable.key(group, topic));
        return queues == null ? null : queues.get(queueId);
    }

    /** To be called now and then: forgets what has been done for longer than since the last time. */
    void sweep() {
        for (String key : byKey.keySet()) {
            byKey.computeIfPresent(key, (known, queues) -> {
                queues.values().removeIf(Reset::isForgotten);
                return queues.isEmpty() ? null : queues;
            });
        }
    }

    /** Where the group is moved to, {@link OffsetTable#NONE} when there is no move that its readers have still to hear of. */
    long pending(String group, String topic, int queueId) {
        Reset reset = find(group, topic, queueId);
        return reset == null || reset.isHeard() ? OffsetTable.NONE : reset.target;
    }

    /** Where the group was moved to last, whoever has heard of it; {@link OffsetTable#NONE} when that is long done. */
    long targetOf(String group, String topic, int queueId) {
        Reset reset = find(group, topic, queueId);
        return reset == null ? OffsetTable.NONE : reset.target;
    }

    /** The reader asks where the group stands: one that starts there then need not be told. */
    void asked(String group, String topic, int queueId, Object reader) {
        Reset reset = find(group, topic, queueId);
        if (reset != null) {
            reset.asked.add(reader);
        }
    }

    /** A reader pulls. Returns where it is to go on instead, {@link OffsetTable#NONE} when it may go on as it wants. */
    long tell(String group, String topic, int queueId, long offset, Object reader) {
        Reset reset = find(group, topic, queueId);
        if (reset == null) {
            return OffsetTable.NONE;
        }
        if (reset.tells(reader, offset)) {
            return reset.target;
        }
        if (offset < reset.target) {
            reset.end();
        }
        return OffsetTable.NONE;
    }

    /** Whether a commit is of before the move and must not count. One that counts ends the move. */
    boolean outweighs(String group, String topic, int queueId, long offset) {
        Reset reset = find(group, topic, queueId);
        if (reset == null || reset.isDone()) {
            return false;
        }
        if (!reset.isHeard() || offset < reset.target) {
            return offset != reset.target;
        }
        if (offset > reset.target) {
            reset.end();
        }
        return false;
    }

    /** Who has gone on from where it was moved to; null when nobody has, or when there is no move. */
    Object heardBy(String group, String topic, int queueId) {
        Reset reset = find(group, topic, queueId);
        return reset == null ? null : reset.heardBy();
    }

    void removeTopic(String topic) {
        byKey.keySet().removeIf(key -> OffsetTable.topicOf(key).equals(topic));
    }

    void removeGroup(String group) {
        byKey.keySet().removeIf(key -> OffsetTable.groupOf(key).equals(group));
    }
}
