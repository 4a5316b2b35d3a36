package io.ferrymq.broker.offset;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;

/** Numbers by group, topic and queue. The key is {@code topic@group}, as in the file of offsets; neither name can hold an {@code @}. */
final class OffsetTable {
    static final long NONE = -1;
    private static final char SEPARATOR = '@';

    private final Map<String, Map<Integer, Long>> table = new ConcurrentHashMap<>();

    static String key(String group, String topic) {
        return topic + SEPARATOR + group;
    }

    static boolean isKey(String text) {
        return text.indexOf(SEPARATOR) > 0;
    }

    static String topicOf(String key) {
        return key.substring(0, key.indexOf(SEPARATOR));
    }

    static String groupOf(String key) {
        return key.substring(key.indexOf(SEPARATOR) + 1);
    }

    boolean isEmpty() {
        return table.isEmpty();
    }

    /** {@link #NONE} where nothing is kept. */
    long get(String group, String topic, int queueId) {
        return get(key(group, topic), queueId);
    }

    long get(String key, int queueId) {
        Map<Integer, Long> queues = table.get(key);
        Long offset = queues == null ? null : queues.get(queueId);
        return offset == null ? NONE : offset;
    }

    /** Returns what was there, {@link #NONE} if nothing. */
    long put(String group, String topic, int queueId, long offset) {
        return put(key(group, topic), queueId, offset);
    }

    long put(String key, int queueId, long offset) {
        Long before = queuesOf(key).put(queueId, offset);
        return before == null ? NONE : before;
    }

    /** Puts the number where none or a smaller one is, whoever else puts one at the same time. Returns what was there. */
    long raise(String key, int queueId, long offset) {
        Map<Integer, Long> queues = queuesOf(key);
        Long known = queues.get(queueId);
        if (known != null && known >= offset) {
            return known;
        }
        long[] before = {NONE};
        queues.merge(queueId, offset, (old, next) -> {
            before[0] = old;
            return Math.max(old, next);
        });
        return before[0];
    }

    private Map<Integer, Long> queuesOf(String key) {
        return table.computeIfAbsent(key, absent -> new ConcurrentHashMap<>());
    }

    /** Returns what was there, {@link #NONE} if nothing. */
    long remove(String group, String topic, int queueId) {
        return remove(key(group, topic), queueId);
    }

    long remove(String key, int queueId) {
        long[] removed = {NONE};
        table.computeIfPresent(key, (known, queues) -> {
            Long before = queues.remove(queueId);
            removed[0] = before == null ? NONE : before;
            return queues.isEmpty() ? null : queues;
        });
        return removed[0];
    }

    Map<Integer, Long> queues(String group, String topic) {
        return queues(key(group, topic));
    }

    Map<Integer, Long> queues(String key) {
        Map<Integer, Long> queues = table.get(key);
        return queues == null ? Map.of() : new TreeMap<>(queues);
    }

    /** All keys, a live view. */
    Set<String> keys() {
        return table.keySet();
    }

    Set<String> topicsOf(String group) {
        return table.keySet().stream()
                .filter(key -> groupOf(key).equals(group))
                .map(OffsetTable::topicOf)
                .collect(Collectors.toSet());
    }

    Set<String> groupsOf(String topic) {
        return table.keySet().stream()
                .filter(key -> key.startsWith(topic + SEPARATOR))
                .map(OffsetTable::groupOf)
                .collect(Collectors.toSet());
    }

    /** @param removed told of each number that went; returns whether there was one */
    boolean removeTopic(String topic, ObjIntConsumer<String> removed) {
        boolean any = false;
        for (String group : groupsOf(topic)) {
            any |= removeAll(key(group, topic), removed);
        }
        return any;
    }

    /** @param removed told of each number that went; returns whether there was one */
    boolean removeGroup(String group, ObjIntConsumer<String> removed) {
        boolean any = false;
        for (String topic : topicsOf(group)) {
            any |= removeAll(key(group, topic), removed);
        }
        return any;
    }

    private boolean removeAll(String key, ObjIntConsumer<String> removed) {
        Map<Integer, Long> queues = table.remove(key);
        if (queues == null) {
            return false;
        }
        queues.keySet().forEach(queueId -> removed.accept(key, queueId));
        return true;
    }

    /** Removes all numbers up to this one; returns how many are left. */
    int removeUpTo(long number) {
        table.values().forEach(queues -> queues.values().removeIf(value -> value <= number));
        table.values().removeIf(Map::isEmpty);
        return table.values().stream().mapToInt(Map::size).sum();
    }

    Map<String, Map<Integer, Long>> copy() {
        Map<String, Map<Integer, Long>> copy = new HashMap<>();
        table.forEach((key, queues) -> copy.put(key, new TreeMap<>(queues)));
        return copy;
    }

    void putAll(Map<String, Map<Integer, Long>> entries) {
        entries.forEach((key, queues) -> {
            if (isKey(key)) {
                Map<Integer, Long> sound = new ConcurrentHashMap<>(queues);
                // No place in a queue: a reader that is sent there would be refused for ever.
                sound.values().removeIf(number -> number < 0);
                table.put(key, sound);
            }
        });
    }
}
