package io.ferrymq.store.index;

import java.nio.ByteBuffer;

/**
 * How many slots and entries an index file has. Nothing in the file says so: its length leaves several possibilities, of which its content fits only one.
 *
 * @param slots number of hash slots
 * @param entries number of entries there is room for, number 0 included
 */
public record IndexGeometry(int slots, int entries) {
    /** Of so many entries is seen whether they lie in the chain that their slot leads to. */
    private static final int TRIED_ENTRIES = 256;

    private static final int FIRST_TRIED_ENTRIES = 8;

    private static final int CHAIN_MAX = 100_000;

    /** Bytes of such a file. */
    public long fileBytes() {
        return IndexLayout.fileBytes(slots, entries);
    }

    /**
     * Finds the geometry of a file.
     *
     * @param bytes the file's content
     * @param likely what is tried first
     * @return {@code likely} when the file has its length and no other fits: then the file is new, or damaged; null when none fits
     */
    public static IndexGeometry find(ByteBuffer bytes, IndexGeometry likely) {
        boolean hasLength = bytes.capacity() == likely.fileBytes();
        if (hasLength && likely.fits(bytes)) {
            return likely;
        }
        IndexGeometry found = search(bytes);
        return found == null && hasLength ? likely : found;
    }

    private static IndexGeometry search(ByteBuffer bytes) {
        long variable = (long) bytes.capacity() - IndexLayout.HEADER_BYTES;
        int next = bytes.capacity() < IndexLayout.HEADER_BYTES ? 0 : bytes.getInt(IndexLayout.NEXT_ENTRY);
        if (next <= 1 || variable % IndexLayout.SLOT_BYTES != 0) {
            return null;
        }
        // A slot has 4 bytes, an entry 20: the number of slots is known up to multiples of 5.
        int ratio = IndexLayout.ENTRY_BYTES / IndexLayout.SLOT_BYTES;
        long slotsMax = (variable - 2 * IndexLayout.ENTRY_BYTES) / IndexLayout.SLOT_BYTES;
        for (long slots = variable / IndexLayout.SLOT_BYTES % ratio; slots <= slotsMax; slots += ratio) {
            if (slots > 0) {
                long entries = (variable - slots * IndexLayout.SLOT_BYTES) / IndexLayout.ENTRY_BYTES;
                IndexGeometry tried = new IndexGeometry((int) slots, (int) entries);
                if (tried.fits(bytes)) {
                    return tried;
                }
            }
        }
        return null;
    }

    /** Most entries must lie in their chains: a damaged one does not make a file unknown. */
    private boolean fits(ByteBuffer bytes) {
        int next = Math.min(entries, bytes.getInt(IndexLayout.NEXT_ENTRY));
        if (next <= 1) {
            return true;
        }
        int tried = 0;
        int wrong = 0;
        for (int number = 1; number < Math.min(next, TRIED_ENTRIES); number++) {
            wrong += isInItsChain(bytes, number, next) ? 0 : 1;
            tried++;
            if (tried == FIRST_TRIED_ENTRIES && wrong > tried / 2) {
                return false;
            }
        }
        return wrong <= tried / 4 && (tried >= FIRST_TRIED_ENTRIES || isFirstEntry(bytes));
    }

    /** With few entries one of them could fit by chance. */
    private boolean isFirstEntry(ByteBuffer bytes) {
        return bytes.getLong(IndexLayout.entryAt(slots, 1) + IndexLayout.ENTRY_PHYSICAL_OFFSET)
                == bytes.getLong(IndexLayout.BEGIN_PHYSICAL_OFFSET);
    }

    private boolean isInItsChain(ByteBuffer bytes, int number, int next) {
        int hash = bytes.getInt(IndexLayout.entryAt(slots, number) + IndexLayout.ENTRY_HASH);
        if (hash < 0) {
            return false;
        }
        int at = bytes.getInt(IndexLayout.slotAt(hash % slots));
        int end = Math.min(next, entries);
        for (int steps = 0; at > number && at < end && steps < CHAIN_MAX; steps++) {
            int previous = bytes.getInt(IndexLayout.entryAt(slots, at) + IndexLayout.ENTRY_PREVIOUS);
            if (previous >= at) {
                return false;
            }
            at = previous;
        }
        return at == number;
    }
}
