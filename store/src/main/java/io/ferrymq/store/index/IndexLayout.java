package io.ferrymq.store.index;

/**
 * An index file (big-endian): a header, S slots, N entries of which number 0 is never used.
 *
 * <pre>
 *   header  0 | beginTimestamp 8 | endTimestamp 8 | beginPhysicalOffset 8 | endPhysicalOffset 8 |
 *          32 | used slots 4 | number of entries + 1, 4 |
 *   slot      40 + 4·s           | number of the newest entry of this slot 4, 0 = empty |
 *   entry     40 + 4·S + 20·n    | key hash 4 | physicalOffset 8 | seconds since beginTimestamp 4 | number of the entry before in this slot 4 |
 * </pre>
 */
public final class IndexLayout {
    public static final int BEGIN_TIMESTAMP = 0;
    public static final int END_TIMESTAMP = 8;
    public static final int BEGIN_PHYSICAL_OFFSET = 16;
    public static final int END_PHYSICAL_OFFSET = 24;
    public static final int USED_SLOTS = 32;
    public static final int NEXT_ENTRY = 36;
    public static final int HEADER_BYTES = 40;
    public static final int SLOT_BYTES = 4;

    public static final int ENTRY_HASH = 0;
    public static final int ENTRY_PHYSICAL_OFFSET = 4;
    public static final int ENTRY_SECONDS = 12;
    public static final int ENTRY_PREVIOUS = 16;
    public static final int ENTRY_BYTES = 20;

    private IndexLayout() {}

    public static long fileBytes(int slots, int entries) {
        return HEADER_BYTES + (long) slots * SLOT_BYTES + (long) entries * ENTRY_BYTES;
    }

    public static int slotAt(int slot) {
        return HEADER_BYTES + slot * SLOT_BYTES;
    }

    public static int entryAt(int slots, int number) {
        return HEADER_BYTES + slots * SLOT_BYTES + number * ENTRY_BYTES;
    }

    /** The hash as it is stored: the absolute value; the one that has none becomes 0. */
    public static int storedHash(int javaHash) {
        int absolute = Math.abs(javaHash);
        return absolute < 0 ? 0 : absolute;
    }
}
