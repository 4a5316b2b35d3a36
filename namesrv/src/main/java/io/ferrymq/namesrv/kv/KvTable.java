package io.ferrymq.namesrv.kv;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Key-value settings by namespace, immutable.
 *
 * @param configTable namespace to key to value; the name is that of the member in the file
 */
record KvTable(Map<String, Map<String, String>> configTable) {
    static final KvTable EMPTY = new KvTable(Map.of());

    KvTable {
        Map<String, Map<String, String>> copy = new TreeMap<>();
        if (configTable != null) {
            configTable.forEach((namespace, entries) -> {
                if (namespace != null && entries != null) {
                    copy.put(namespace, Collections.unmodifiableMap(new TreeMap<>(entries)));
                }
            });
        }
        configTable = Collections.unmodifiableMap(copy);
    }

    /** The entries of a namespace, or null. */
    Map<String, String> namespace(String namespace) {
        return configTable.get(namespace);
    }

    /** A value, or null. */
    String get(String namespace, String key) {
        Map<String, String> entries = namespace(namespace);
        return entries == null ? null : entries.get(key);
    }

    int size() {
        return configTable.values().stream().mapToInt(Map::size).sum();
    }

    KvTable with(String namespace, String key, String value) {
        Map<String, Map<String, String>> changed = new TreeMap<>(configTable);
        Map<String, String> entries = new TreeMap<>(changed.getOrDefault(namespace, Map.of()));
        entries.put(key, value);
        changed.put(namespace, entries);
        return new KvTable(changed);
    }

    KvTable without(String namespace, String key) {
        if (get(namespace, key) == null) {
            return this;
        }
        Map<String, Map<String, String>> changed = new TreeMap<>(configTable);
        Map<String, String> entries = new TreeMap<>(changed.get(namespace));
        entries.remove(key);
        changed.put(namespace, entries);
        return new KvTable(changed);
    }
}
