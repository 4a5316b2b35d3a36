package io.ferrymq.namesrv.route;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * An immutable map from names. A changed copy shares the parts that did not change, so that one topic more among ten thousand costs a few
 * microseconds and readers never see half a change.
 */
final class SnapshotMap<V> {
    private static final int PARTS = 256;
    private static final SnapshotMap<?> EMPTY = new SnapshotMap<>(emptyParts(), 0);

    private final Map<String, V>[] parts;
    private final int size;

    private SnapshotMap(Map<String, V>[] parts, int size) {
        this.parts = parts;
        this.size = size;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays know no type parameters
    private static <V> Map<String, V>[] emptyParts() {
        Map<String, V>[] parts = new Map[PARTS];
        Arrays.fill(parts, Map.of());
        return parts;
    }

    @SuppressWarnings("unchecked") // without values it has every type
    static <V> SnapshotMap<V> empty() {
        return (SnapshotMap<V>) EMPTY;
    }

    private static int part(String name) {
        int hash = name.hashCode();
        return (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (PARTS - 1);
    }

    V get(String name) {
        return parts[part(name)].get(name);
    }

    int size() {
        return size;
    }

    void forEach(BiConsumer<String, V> action) {
        for (Map<String, V> part : parts) {
            part.forEach(action);
        }
    }

    Edit<V> edit() {
        return new Edit<>(this);
    }

    /** Changes on their way to a new map; the one they started from stays as it is. */
    static final class Edit<V> {
        private final SnapshotMap<V> base;
        private final BitSet copied = new BitSet(PARTS);
        private Map<String, V>[] parts;
        private int size;

        private Edit(SnapshotMap<V> base) {
            this.base = base;
            this.parts = base.parts;
            this.size = base.size;
        }

        V get(String name) {
            return parts[part(name)].get(name);
        }

        int size() {
            return size;
        }

        void put(String name, V value) {
            if (own(name).put(name, value) == null) {
                size++;
            }
        }

        void remove(String name) {
            if (get(name) != null) {
                own(name).remove(name);
                size--;
            }
        }

        private Map<String, V> own(String name) {
            int at = part(name);
            if (!copied.get(at)) {
                if (copied.isEmpty()) {
                    parts = parts.clone();
                }
                parts[at] = new HashMap<>(parts[at]);
                copied.set(at);
            }
            return parts[at];
        }

        /** The new map, or the old one when nothing was changed. Ends the edit. */
        SnapshotMap<V> done() {
            return copied.isEmpty() ? base : new SnapshotMap<>(parts, size);
        }
    }
}
