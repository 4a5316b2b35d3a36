package io.ferrymq.common.message;

import java.util.Arrays;

/**
 * Finds a reserved name in bytes: a table over length, first and last byte leads to the one or two candidates, whose bytes
 * are then compared in full.
 */
final class PropertyNameTable {
    private static final int SLOTS = 512;
    private static final Entry[] TABLE = build();

    private PropertyNameTable() {}

    private record Entry(PropertyName name, byte[] bytes, Entry next) {}

    private static Entry[] build() {
        Entry[] table = new Entry[SLOTS];
        for (PropertyName name : PropertyName.values()) {
            byte[] bytes = name.ascii();
            int slot = slot(bytes, 0, bytes.length);
            table[slot] = new Entry(name, bytes, table[slot]);
        }
        return table;
    }

    private static int slot(byte[] array, int start, int end) {
        return ((end - start) * 67 + array[start] * 13 + array[end - 1] * 29) & (SLOTS - 1);
    }

    /** The reserved name that stands in this (not empty) range, or null. */
    static PropertyName find(byte[] array, int start, int end) {
        for (Entry entry = TABLE[slot(array, start, end)]; entry != null; entry = entry.next) {
            if (Arrays.equals(entry.bytes, 0, entry.bytes.length, array, start, end)) {
                return entry.name;
            }
        }
        return null;
    }
}
