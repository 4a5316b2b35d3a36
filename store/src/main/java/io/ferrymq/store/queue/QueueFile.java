package io.ferrymq.store.queue;

import io.ferrymq.store.file.Mapping;
import io.ferrymq.store.file.SpaceClaim;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One file of a consume queue. Mapped only while it is in use and among the lately used ones ({@link MappedQueueFiles}). */
final class QueueFile {
    private static final int PAGE_BYTES = 4096;

    private final Path path;
    private final long base;
    private final int sizeBytes;
    private int claimedEnd;
    private volatile boolean dirty;

    // Owned by MappedQueueFiles.
    volatile Mapping mapping;
    volatile boolean usedLately;
    boolean deleted;

    QueueFile(Path path, int sizeBytes, int claimedEnd) {
        this.path = path;
        this.base = StoreFiles.parseOffsetName(path);
        this.sizeBytes = sizeBytes;
        this.claimedEnd = claimedEnd;
    }

    Path path() {
        return path;
    }

    /** Address of the first byte in the queue. */
    long base() {
        return base;
    }

    int sizeBytes() {
        return sizeBytes;
    }

    long end() {
        return base + sizeBytes;
    }

    FileChannel open() throws IOException {
        return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Makes the file on disk, empty; its full (sparse) length comes with the first mapping. */
    static QueueFile create(Path dir, long base, int sizeBytes) throws IOException {
        QueueFile file = new QueueFile(dir.resolve(StoreFiles.offsetName(base)), sizeBytes, 0);
        FileChannel.open(file.path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                .close();
        return file;
    }

    /** Claims space, page by page, so that bytes before {@code to} may be written. */
    void claim(SpaceClaim space, int to) throws IOException {
        if (to <= claimedEnd) {
            return;
        }
        int step = Math.max(PAGE_BYTES, Integer.highestOneBit(Math.min(to / 4, 16 * PAGE_BYTES)));
        int end = (int) Math.min(sizeBytes, ((long) to + step - 1) / step * step);
        try (FileChannel channel = open()) {
            space.claim(channel, claimedEnd, end);
        }
        claimedEnd = end;
    }

    /** Nothing behind this place counts as claimed: it is cleared before it is written. */
    void claimedUpTo(int end) {
        claimedEnd = end;
    }

    void markDirty() {
        if (!dirty) {
            dirty = true;
        }
    }

    /** Forces what was written since the last time. */
    void force() throws IOException {
        if (!dirty) {
            return;
        }
        dirty = false;
        try {
            StoreFiles.force(path);
        } catch (IOException e) {
            dirty = true;
            throw e;
        }
    }
}
