package io.ferrymq.broker.offset;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Numbers by group, topic and queue. The key is {@code topic@group}, as in the file of offsets; neither name can hold an {@code @}. */
final class OffsetTable {
    static final long NONE = -1;
    private static final char SEPARATOR = '@';

    private final Map<String, Map<Integer, Long>> table = new ConcurrentHashMap<>();

    private static String key(String group, String topic) {
        return topic + SEPARATOR + group;
    }

    boolean isEmpty() {
        return table.isEmpty();
    }

    /** {@link #NONE} where nothing is kept. */
    long get(String group, String topic, int queueId) {
        Map<Integer, Long> queues = table.get(key(group, topic));
        Long offset = queues == null ? null : queues.get(queueId);
        return offset == null ? NONE : offset;
    }

    /** Returns what was there, {@link #NONE} if nothing. */
    long put(String group, String topic, int queueId, long offset) {
        Map<Integer, Long> queues = table.computeIfAbsent(key(group, topic), absent -> new ConcurrentHashMap<>());
        Long before = queues.put(queueId, offset);
        return before == null ? NONE : before;
    }

    /** Returns what was there, {@link #NONE} if nothing. */
    long remove(String group, String topic, int queueId) {
        long[] removed = {NONE};
        table.computeIfPresent(key(group, topic), (key, queues) -> {
            Long before = queues.remove(queueId);
            removed[0] = before == null ? NONE : before;
            return queues.isEmpty() ? null : queues;
        });
        return removed[0];
    }

    Map<Integer, Long> queues(String group, String topic) {
        Map<Integer, Long> queues = table.get(key(group, topic));
        return queues == null ? Map.of() : new TreeMap<>(queues);
    }

    Set<String> topicsOf(String group) {
        return table.keySet().stream()
                .filter(key ->
                        key.endsWith(SEPARATOR + group) && key.indexOf(SEPARATOR) == key.length() - group.length() - 1)
                .map(key -> key.substring(0, key.indexOf(SEPARATOR)))
                .collect(Collectors.toSet());
    }

    Set<String> groupsOf(String topic) {
        return table.keySet().stream()
                .filter(key -> key.startsWith(topic + SEPARATOR))
                .map(key -> key.substring(topic.length() + 1))
                .collect(Collectors.toSet());
    }

    boolean removeTopic(String topic) {
        return table.keySet().removeIf(key -> key.startsWith(topic + SEPARATOR));
    }

    boolean removeGroup(String group) {
        boolean removed = false;
        for (String topic : topicsOf(group)) {
            removed |= table.remove(key(group, topic)) != null;
        }
        return removed;
    }

    Map<String, Map<Integer, Long>> copy() {
        Map<String, Map<Integer, Long>> copy = new HashMap<>();
        table.forEach((key, queues) -> copy.put(key, new TreeMap<>(queues)));
        return copy;
    }

    void putAll(Map<String, Map<Integer, Long>> entries) {
        entries.forEach((key, queues) -> {
            if (key.indexOf(SEPARATOR) > 0) {
                table.put(key, new ConcurrentHashMap<>(queues));
            }
        });
    }
}
