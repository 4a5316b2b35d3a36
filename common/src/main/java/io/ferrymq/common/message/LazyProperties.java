package io.ferrymq.common.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * The properties of a message that was read: bytes until somebody wants the map. Most listeners look at one or two of them, or at none.
 * Reading is safe for any number of threads; changing is for one, as with the map.
 */
final class LazyProperties {
    private static final int ADDED_MAX = 8;

    private final byte[] bytes;
    // Name, value, name, value …, put before anybody wanted the map; they win over the bytes.
    private String[] added = {};
    private volatile Map<String, String> map;

    /** @param bytes kept, not copied */
    LazyProperties(byte[] bytes) {
        this.bytes = bytes;
    }

    String get(String name) {
        Map<String, String> made = map;
        if (made != null) {
            return made.get(name);
        }
        String[] pairs = added;
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(name)) {
                return pairs[i + 1];
            }
        }
        return name == null ? null : find(name);
    }

    boolean has(String name) {
        Map<String, String> made = map;
        return made == null ? get(name) != null : made.containsKey(name);
    }

    private String find(String name) {
        int valueFrom = -1;
        int valueTo = -1;
        int at = 0;
        while (at < bytes.length) {
            int nameEnd = SeparatorSearch.next(bytes, at, bytes.length);
            int end = PropertyBytes.entryEnd(bytes, nameEnd, bytes.length);
            if (nameEnd > at && end > nameEnd + 1 && AsciiBytes.equals(bytes, at, nameEnd - at, name)) {
                valueFrom = nameEnd + 1;
                valueTo = end;
            }
            at = end + 1;
        }
        return valueFrom < 0 ? null : new String(bytes, valueFrom, valueTo - valueFrom, StandardCharsets.UTF_8);
    }

    void put(String name, String value) {
        if (map != null || name == null || value == null || added.length == 2 * ADDED_MAX) {
            map().put(name, value);
            return;
        }
        String[] pairs = added;
        int i = 0;
        while (i < pairs.length && !pairs[i].equals(name)) {
            i += 2;
        }
        String[] more = Arrays.copyOf(pairs, Math.max(pairs.length, i + 2));
        more[i] = name;
        more[i + 1] = value;
        added = more;
    }

    /** Puts what is the same for many messages; the array is shared with them and never changed. */
    void share(String[] pairs) {
        if (map == null && added.length == 0) {
            added = pairs;
        } else {
            for (int i = 0; i < pairs.length; i += 2) {
                put(pairs[i], pairs[i + 1]);
            }
        }
    }

    /** The live map, from here on the only truth. */
    Map<String, String> map() {
        Map<String, String> made = map;
        return made != null ? made : makeMap();
    }

    private synchronized Map<String, String> makeMap() {
        if (map == null) {
            Map<String, String> all = PropertyEdits.toMap(bytes, 0, bytes.length);
            for (int i = 0; i < added.length; i += 2) {
                all.put(added[i], added[i + 1]);
            }
            map = all;
        }
        return map;
    }
}
