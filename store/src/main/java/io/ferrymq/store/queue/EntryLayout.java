package io.ferrymq.store.queue;

/**
 * One entry of a consume queue (big-endian). The entry of queue offset q begins at byte q × 20 of the queue.
 *
 * <pre>
 *   0 | physicalOffset 8 | size 4 | tagsCode 8 |
 * </pre>
 *
 * An entry is there when its physical offset is not negative and its size is positive. Offsets before the first known one and offsets of
 * records that were damaged are held by fillers: physical offset 0, the largest size, tag code 0.
 */
public final class EntryLayout {
    public static final int SIZE_BYTES = 20;
    public static final int PHYSICAL_OFFSET = 0;
    public static final int RECORD_SIZE = 8;
    public static final int TAGS_CODE = 12;

    /** Size that marks a filler. */
    public static final int FILLER_SIZE = 0x7FFFFFFF;

    private EntryLayout() {}

    public static boolean isPresent(long physicalOffset, int size) {
        return physicalOffset >= 0 && size > 0;
    }
}
