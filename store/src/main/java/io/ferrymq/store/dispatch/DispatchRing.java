package io.ferrymq.store.dispatch;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.queue.ConsumeQueue;
import java.util.Arrays;

/**
 * What appends know about their records, on its way to queues and index. Bounded, in arrays that live as long as the store. Written under the append
 * lock, read under the dispatch lock.
 */
public final class DispatchRing {
    private static final int KEYS_INLINE = 4;
    private static final int[] NO_KEYS = {};

    private final int mask;
    private final ConsumeQueue[] queues;
    private final long[] queueOffsets;
    private final long[] physicalOffsets;
    private final int[] sizes;
    private final long[] tagsCodes;
    private final long[] storeTimestamps;
    private final int[] keyCounts;
    private final int[] keyHashes;
    private final int[][] moreKeyHashes;
    private final PropertyBytes.KeyVisitor keyCollector = this::collectKey;

    /** Next to read. Written by the reader. */
    private volatile long head;

    /** Next to write. Written by the writer; publishes the slot's fields. */
    private volatile long tail;

    private long writing;

    public DispatchRing(int capacity) {
        int slots = Integer.highestOneBit(Math.max(2, capacity));
        mask = slots - 1;
        queues = new ConsumeQueue[slots];
        queueOffsets = new long[slots];
        physicalOffsets = new long[slots];
        sizes = new int[slots];
        tagsCodes = new long[slots];
        storeTimestamps = new long[slots];
        keyCounts = new int[slots];
        keyHashes = new int[slots * KEYS_INLINE];
        moreKeyHashes = new int[slots][];
        Arrays.fill(moreKeyHashes, NO_KEYS);
    }

    public boolean hasRoom(int count) {
        return tail - head + count <= mask + 1L;
    }

    public boolean isEmpty() {
        return head == tail;
    }

    /** Whether it is time to dispatch before it overflows. */
    public boolean isAlmostFull() {
        return tail - head > (mask + 1L) * 3 / 4;
    }

    /**
     * Adds one record; visible to the reader after {@link #publish}. There must be room.
     *
     * @param queue null for a record that is in no queue
     */
    public void add(
            ConsumeQueue queue,
            long queueOffset,
            long physicalOffset,
            int sizeBytes,
            long tagsCode,
            long storeTimestampMs) {
        int slot = (int) writing++ & mask;
        queues[slot] = queue;
        queueOffsets[slot] = queueOffset;
        physicalOffsets[slot] = physicalOffset;
        sizes[slot] = sizeBytes;
        tagsCodes[slot] = tagsCode;
        storeTimestamps[slot] = storeTimestampMs;
        keyCounts[slot] = 0;
    }

    /** The keys of the record that was added last. */
    public void addKeys(PropertyBytes properties, int keySeed) {
        properties.forEachKey(keySeed, keyCollector);
    }

    private void collectKey(int javaHash, byte[] bytes, int offset, int length) {
        int slot = (int) (writing - 1) & mask;
        int count = keyCounts[slot]++;
        if (count < KEYS_INLINE) {
            keyHashes[slot * KEYS_INLINE + count] = javaHash;
            return;
        }
        int more = count - KEYS_INLINE;
        if (more == moreKeyHashes[slot].length) {
            moreKeyHashes[slot] = Arrays.copyOf(moreKeyHashes[slot], Math.max(8, 2 * more));
        }
        moreKeyHashes[slot][more] = javaHash;
    }

    public void publish() {
        tail = writing;
    }

    /** The oldest record as a cursor position, -1 when there is none. */
    int headSlot() {
        return head == tail ? -1 : (int) head & mask;
    }

    void removeHead() {
        long first = head;
        int slot = (int) first & mask;
        queues[slot] = null;
        if (moreKeyHashes[slot].length > 0) {
            moreKeyHashes[slot] = NO_KEYS;
        }
        head = first + 1;
    }

    ConsumeQueue queue(int slot) {
        return queues[slot];
    }

    long queueOffset(int slot) {
        return queueOffsets[slot];
    }

    long physicalOffset(int slot) {
        return physicalOffsets[slot];
    }

    int sizeBytes(int slot) {
        return sizes[slot];
    }

    long tagsCode(int slot) {
        return tagsCodes[slot];
    }

    long storeTimestampMs(int slot) {
        return storeTimestamps[slot];
    }

    int keyCount(int slot) {
        return keyCounts[slot];
    }

    int keyHash(int slot, int index) {
        return index < KEYS_INLINE ? keyHashes[slot * KEYS_INLINE + index] : moreKeyHashes[slot][index - KEYS_INLINE];
    }
}
