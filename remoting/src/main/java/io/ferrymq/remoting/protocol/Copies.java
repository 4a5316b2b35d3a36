package io.ferrymq.remoting.protocol;

import io.ferrymq.common.message.MessageQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Copies of collections that came from a peer: a missing one is empty, null entries are left out, the order stays. Nobody can change a
 * copy.
 */
public final class Copies {
    private Copies() {}

    public static <T> List<T> list(Collection<? extends T> from) {
        if (from == null) {
            return List.of();
        }
        List<T> copy = new ArrayList<>(from);
        copy.removeIf(Objects::isNull);
        return Collections.unmodifiableList(copy);
    }

    public static <T> Set<T> set(Collection<? extends T> from) {
        if (from == null) {
            return Set.of();
        }
        Set<T> copy = new LinkedHashSet<>(from);
        copy.remove(null);
        return Collections.unmodifiableSet(copy);
    }

    /** Queues that do not say which they are cannot be used: they are left out, too. */
    public static Set<MessageQueue> queues(Collection<MessageQueue> from) {
        Set<MessageQueue> copy = from == null ? new LinkedHashSet<>() : new LinkedHashSet<>(from);
        copy.removeIf(queue -> queue == null || queue.getTopic() == null || queue.getBrokerName() == null);
        return Collections.unmodifiableSet(copy);
    }

    /** A table of numbers by name and queue; a queue without a number is left out. */
    public static Map<String, Map<Integer, Long>> table(Map<String, Map<Integer, Long>> from) {
        if (from == null) {
            return Map.of();
        }
        Map<String, Map<Integer, Long>> copy = new LinkedHashMap<>();
        from.forEach((name, queues) -> {
            if (name != null && queues != null) {
                copy.put(name, map(queues));
            }
        });
        return Collections.unmodifiableMap(copy);
    }

    public static <K, V> Map<K, V> map(Map<? extends K, ? extends V> from) {
        if (from == null) {
            return Map.of();
        }
        Map<K, V> copy = new LinkedHashMap<>(from);
        copy.remove(null);
        copy.values().removeIf(Objects::isNull);
        return Collections.unmodifiableMap(copy);
    }
}
