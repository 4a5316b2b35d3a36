package io.ferrymq.store.index;

import io.ferrymq.store.file.Mapping;
import io.ferrymq.store.file.SpaceClaim;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;

/** One index file, mapped. Written under the dispatch lock; read by anyone, who sees entries only once they are complete. */
final class IndexFile {
    private static final int CLAIM_STEP_BYTES = 1 << 20;

    private final Path path;
    private final int slots;
    private final int entries;
    private final Mapping mapping;
    private final ByteBuffer bytes;
    private int claimedEnd;
    private volatile int nextEntry;
    private boolean dirty;

    private IndexFile(Path path, IndexGeometry geometry, Mapping mapping) {
        this.path = path;
        this.slots = geometry.slots();
        this.entries = geometry.entries();
        this.mapping = mapping;
        this.bytes = mapping.buffer();
        this.nextEntry = Math.max(1, bytes.getInt(IndexLayout.NEXT_ENTRY));
    }

    /**
     * Maps a file that is there, with the number of slots and entries that its content shows.
     *
     * @param likely the geometry that is tried first
     * @return null when the file has another length and its content fits no geometry
     */
    static IndexFile open(Path path, IndexGeometry likely) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.size() < IndexLayout.HEADER_BYTES || channel.size() > Integer.MAX_VALUE) {
                return null;
            }
            Mapping mapping = Mapping.map(channel, (int) channel.size());
            IndexGeometry found = IndexGeometry.find(mapping.buffer(), likely);
            if (found == null) {
                mapping.release();
                return null;
            }
            return new IndexFile(path, found, mapping);
        }
    }

    /** Makes a file whose slot table has its space claimed, or none. */
    static IndexFile create(Path path, IndexGeometry geometry, SpaceClaim space) throws IOException {
        int size = Math.toIntExact(geometry.fileBytes());
        // A file that is there already fails here, and stays.
        FileChannel made = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel channel = made) {
            space.claim(channel, 0, IndexLayout.entryAt(geometry.slots(), 0));
            IndexFile file = new IndexFile(path, geometry, Mapping.map(channel, size));
            file.claimedEnd = IndexLayout.entryAt(geometry.slots(), 0);
            return file;
        } catch (IOException e) {
            StoreFiles.deleteAfter(path, e);
            throw e;
        }
    }

    IndexGeometry geometry() {
        return new IndexGeometry(slots, entries);
    }

    Path path() {
        return path;
    }

    Mapping mapping() {
        return mapping;
    }

    /** Number of the next entry: entries + 1. */
    int nextEntry() {
        return nextEntry;
    }

    boolean isFull() {
        return nextEntry >= entries;
    }

    /** Whether this file is full and ends where the next one begins, or before. */
    boolean isWholeBefore(IndexFile next) {
        return isFull()
                && beginPhysicalOffset() >= 0
                && beginPhysicalOffset() <= endPhysicalOffset()
                && (next.nextEntry <= 1 || endPhysicalOffset() <= next.beginPhysicalOffset())
                && entryPhysicalOffset(1) == beginPhysicalOffset()
                && entryPhysicalOffset(nextEntry - 1) == endPhysicalOffset();
    }

    private long entryPhysicalOffset(int number) {
        return number > 0 && number < entries
                ? bytes.getLong(IndexLayout.entryAt(slots, number) + IndexLayout.ENTRY_PHYSICAL_OFFSET)
                : -1;
    }

    long beginTimestampMs() {
        return bytes.getLong(IndexLayout.BEGIN_TIMESTAMP);
    }

    long endTimestampMs() {
        return bytes.getLong(IndexLayout.END_TIMESTAMP);
    }

    long endPhysicalOffset() {
        return bytes.getLong(IndexLayout.END_PHYSICAL_OFFSET);
    }

    long beginPhysicalOffset() {
        return bytes.getLong(IndexLayout.BEGIN_PHYSICAL_OFFSET);
    }

    /** The range of a new file begins where the file before ended, until its first entry says better. */
    void continueFrom(IndexFile before) {
        bytes.putLong(IndexLayout.BEGIN_TIMESTAMP, before.endTimestampMs());
        bytes.putLong(IndexLayout.END_TIMESTAMP, before.endTimestampMs());
        bytes.putLong(IndexLayout.BEGIN_PHYSICAL_OFFSET, before.endPhysicalOffset());
        bytes.putLong(IndexLayout.END_PHYSICAL_OFFSET, before.endPhysicalOffset());
    }

    void put(int javaHash, long physicalOffset, long storeTimestampMs, SpaceClaim space) throws IOException {
        int number = nextEntry;
        int at = IndexLayout.entryAt(slots, number);
        claim(space, at + IndexLayout.ENTRY_BYTES);
        int hash = IndexLayout.storedHash(javaHash);
        int slotAt = IndexLayout.slotAt(hash % slots);
        int previous = validNumber(bytes.getInt(slotAt), number);
        long begin = number == 1 ? 0 : beginTimestampMs();
        bytes.putInt(at + IndexLayout.ENTRY_HASH, hash);
        bytes.putLong(at + IndexLayout.ENTRY_PHYSICAL_OFFSET, physicalOffset);
        bytes.putInt(at + IndexLayout.ENTRY_SECONDS, begin <= 0 ? 0 : seconds(storeTimestampMs - begin));
        bytes.putInt(at + IndexLayout.ENTRY_PREVIOUS, previous);
        // Whoever is killed from here on leaves a slot that leads to a whole entry, which is not counted yet
        // (resumeAfterKill).
        VarHandle.releaseFence();
        bytes.putInt(slotAt, number);
        if (number == 1) {
            bytes.putLong(IndexLayout.BEGIN_TIMESTAMP, storeTimestampMs);
            bytes.putLong(IndexLayout.BEGIN_PHYSICAL_OFFSET, physicalOffset);
        }
        if (previous == 0) {
            bytes.putInt(IndexLayout.USED_SLOTS, bytes.getInt(IndexLayout.USED_SLOTS) + 1);
        }
        bytes.putLong(IndexLayout.END_TIMESTAMP, storeTimestampMs);
        bytes.putLong(IndexLayout.END_PHYSICAL_OFFSET, physicalOffset);
        VarHandle.releaseFence();
        bytes.putInt(IndexLayout.NEXT_ENTRY, number + 1);
        dirty = true;
        nextEntry = number + 1;
    }

    private static int seconds(long ms) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, ms / 1000));
    }

    private static int validNumber(int number, int next) {
        return number > 0 && number < next ? number : 0;
    }

    private void claim(SpaceClaim space, int to) throws IOException {
        if (to <= claimedEnd) {
            return;
        }
        int end = (int) Math.min(IndexLayout.fileBytes(slots, entries), (long) to + CLAIM_STEP_BYTES);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            space.claim(channel, claimedEnd, end);
        }
        claimedEnd = end;
    }

    /** Reports addresses of entries with this hash and a time in the range, newest first, at most so many. */
    void find(int javaHash, long beginMs, long endMs, int maxCount, LongConsumer found) {
        int hash = IndexLayout.storedHash(javaHash);
        int limit = nextEntry;
        int number = validNumber(bytes.getInt(IndexLayout.slotAt(hash % slots)), limit);
        int count = 0;
        // Seconds are rounded down: an entry may be up to a second younger than they say.
        long earliest = beginMs / 1000 * 1000 - 1000;
        while (number > 0 && count < maxCount) {
            int at = IndexLayout.entryAt(slots, number);
            long time = beginTimestampMs() + bytes.getInt(at + IndexLayout.ENTRY_SECONDS) * 1000L;
            if (bytes.getInt(at + IndexLayout.ENTRY_HASH) == hash && time >= earliest && time <= endMs) {
                found.accept(bytes.getLong(at + IndexLayout.ENTRY_PHYSICAL_OFFSET));
                count++;
            }
            number = validNumber(bytes.getInt(at + IndexLayout.ENTRY_PREVIOUS), number);
        }
    }

    /**
     * Makes an existing file writable from entry {@code keep} on: later entries are forgotten, slots lead to kept ones only, and the slot table's space is
     * claimed. The slot table is derived anew from the kept entries.
     *
     * @return whether all entries before {@code keep} made sense
     */
    boolean resumeAt(int keep) throws IOException {
        int next = Math.min(Math.max(1, keep), entries);
        int[] table = new int[slots];
        int kept = 1;
        int used = 0;
        for (int number = 1; number < next && isSane(number, table); number++) {
            int slot = bytes.getInt(IndexLayout.entryAt(slots, number)) % slots;
            used += table[slot] == 0 ? 1 : 0;
            table[slot] = number;
            kept = number + 1;
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            writeSlots(channel, table);
        }
        claimedEnd = IndexLayout.entryAt(slots, kept);
        bytes.putInt(IndexLayout.USED_SLOTS, used);
        bytes.putInt(IndexLayout.NEXT_ENTRY, kept);
        if (kept > 1) {
            int last = IndexLayout.entryAt(slots, kept - 1);
            bytes.putLong(IndexLayout.END_PHYSICAL_OFFSET, bytes.getLong(last + IndexLayout.ENTRY_PHYSICAL_OFFSET));
        }
        dirty = true;
        nextEntry = kept;
        return kept == next;
    }

    /** Goes on behind the last entry of a file that was closed in order. */
    void resume() {
        claimedEnd = IndexLayout.entryAt(slots, nextEntry);
    }

    /**
     * Goes on behind the last entry of a file that a killed process has left: everything it had written is there, but the last entry may have been put in half.
     * Then its slot leads to it although it does not count, and what was before it would be lost.
     */
    void resumeAfterKill() {
        int next = Math.min(nextEntry, entries);
        nextEntry = next;
        resume();
        int slotAt = next < entries
                ? IndexLayout.slotAt(Math.abs(bytes.getInt(entryField(next, IndexLayout.ENTRY_HASH)) % slots))
                : 0;
        if (next < entries && bytes.getInt(slotAt) == next) {
            bytes.putInt(slotAt, bytes.getInt(entryField(next, IndexLayout.ENTRY_PREVIOUS)));
            bytes.putInt(IndexLayout.USED_SLOTS, countUsedSlots());
        }
        dirty = true;
    }

    private int entryField(int number, int field) {
        return IndexLayout.entryAt(slots, number) + field;
    }

    private int countUsedSlots() {
        int used = 0;
        for (int slot = 0; slot < slots; slot++) {
            used += bytes.getInt(IndexLayout.slotAt(slot)) > 0 ? 1 : 0;
        }
        return used;
    }

    /** An entry leads to the one that was in its slot before, and lies at or behind its predecessor in the log. */
    private boolean isSane(int number, int[] table) {
        int at = IndexLayout.entryAt(slots, number);
        int hash = bytes.getInt(at + IndexLayout.ENTRY_HASH);
        long address = bytes.getLong(at + IndexLayout.ENTRY_PHYSICAL_OFFSET);
        long before = number == 1
                ? beginPhysicalOffset()
                : bytes.getLong(IndexLayout.entryAt(slots, number - 1) + IndexLayout.ENTRY_PHYSICAL_OFFSET);
        return hash >= 0
                && address >= before
                && bytes.getInt(at + IndexLayout.ENTRY_SECONDS) >= 0
                && validNumber(bytes.getInt(at + IndexLayout.ENTRY_PREVIOUS), number) == table[hash % slots];
    }

    private static void writeSlots(FileChannel channel, int[] table) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(1 << 16);
        long at = IndexLayout.HEADER_BYTES;
        int slot = 0;
        while (slot < table.length) {
            chunk.clear();
            while (chunk.hasRemaining() && slot < table.length) {
                chunk.putInt(table[slot++]);
            }
            chunk.flip();
            while (chunk.hasRemaining()) {
                at += channel.write(chunk, at);
            }
        }
    }

    void force() throws IOException {
        if (dirty) {
            dirty = false;
            try {
                StoreFiles.force(path);
            } catch (IOException e) {
                dirty = true;
                throw e;
            }
        }
    }

    void close() {
        mapping.release();
    }
}
