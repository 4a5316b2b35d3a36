package io.ferrymq.store.check;

import io.ferrymq.store.file.StoreFiles;
import io.ferrymq.store.queue.EntryLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The files of one queue, read in windows of some entries: no file stays open, so that very many queues can be checked side by side. */
final class QueueFileSet {
    private final Path dir;
    private final List<Path> paths = new ArrayList<>();
    private final List<Long> bases = new ArrayList<>();
    private final int windowEntries;
    private int fileBytes;
    private ByteBuffer window = ByteBuffer.allocate(0);
    private long windowFrom;

    QueueFileSet(Path dir, int windowEntries, Findings findings) {
        this.dir = dir;
        this.windowEntries = windowEntries;
        find(findings);
    }

    private void find(Findings findings) {
        List<Path> named = new ArrayList<>();
        for (Path path : StoreFiles.list(dir)) {
            if (StoreFiles.parseOffsetName(path) >= 0) {
                named.add(path);
            }
        }
        if (!named.isEmpty() && StoreFiles.size(named.get(named.size() - 1)) == 0) {
            findings.add(Finding.note(named.remove(named.size() - 1), "is empty: it was about to be made"));
        }
        long size = named.stream().mapToLong(StoreFiles::size).max().orElse(EntryLayout.SIZE_BYTES);
        long expected = named.isEmpty() ? 0 : StoreFiles.parseOffsetName(named.get(0));
        for (Path path : named) {
            long base = StoreFiles.parseOffsetName(path);
            long bytes = StoreFiles.size(path);
            if (bytes != size || size % EntryLayout.SIZE_BYTES != 0) {
                findings.add(Finding.rebuildable(path, "has " + bytes + " bytes, expected " + size));
            }
            if (base != expected || base % size != 0) {
                findings.add(Finding.rebuildable(path, "does not follow the file before, expected " + expected));
            }
            expected = base + size;
            paths.add(path);
            bases.add(base);
        }
        fileBytes = (int) Math.min(Integer.MAX_VALUE, size);
    }

    Path dir() {
        return dir;
    }

    boolean isEmpty() {
        return paths.isEmpty();
    }

    /** The first offset that the files have room for. */
    long firstOffset() {
        return bases.isEmpty() ? 0 : bases.get(0) / EntryLayout.SIZE_BYTES;
    }

    /** Where the entry of an offset stands or would stand. */
    Path fileOf(long queueOffset) {
        int index = indexOf(queueOffset);
        return index < 0 ? dir : paths.get(index);
    }

    long positionOf(long queueOffset) {
        int index = indexOf(queueOffset);
        return index < 0 ? -1 : queueOffset * EntryLayout.SIZE_BYTES - bases.get(index);
    }

    private int indexOf(long queueOffset) {
        long address = queueOffset * EntryLayout.SIZE_BYTES;
        for (int i = bases.size() - 1; i >= 0; i--) {
            if (address >= bases.get(i)) {
                return address < bases.get(i) + fileBytes ? i : -1;
            }
        }
        return -1;
    }

    /**
     * The bytes of an entry, to be read at once.
     *
     * @return where it stands in {@link #bytes()}, -1 when the files have no room for it
     */
    int at(long queueOffset) throws IOException {
        long in = (queueOffset - windowFrom) * EntryLayout.SIZE_BYTES;
        if (in >= 0 && in + EntryLayout.SIZE_BYTES <= window.limit()) {
            return (int) in;
        }
        return load(queueOffset) ? 0 : -1;
    }

    ByteBuffer bytes() {
        return window;
    }

    private boolean load(long queueOffset) throws IOException {
        int index = indexOf(queueOffset);
        if (index < 0) {
            return false;
        }
        if (window.capacity() == 0) {
            window = ByteBuffer.allocate(windowEntries * EntryLayout.SIZE_BYTES);
        }
        window.clear();
        windowFrom = queueOffset;
        long position = queueOffset * EntryLayout.SIZE_BYTES - bases.get(index);
        try (FileChannel channel = FileChannel.open(paths.get(index), StandardOpenOption.READ)) {
            int read = 0;
            while (window.hasRemaining() && read >= 0) {
                read = channel.read(window, position + window.position());
            }
        }
        window.flip();
        window.limit(window.limit() / EntryLayout.SIZE_BYTES * EntryLayout.SIZE_BYTES);
        return window.limit() > 0;
    }
}
