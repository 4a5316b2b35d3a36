package io.ferrymq.store.queue;

import io.ferrymq.store.file.Mapping;
import io.ferrymq.store.file.SpaceClaim;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The files of one queue, in order. Changed under the dispatch lock; readers work on the array they saw. */
final class QueueFiles {
    private static final QueueFile[] NONE = {};

    private final Path dir;
    private final int fileBytes;
    private final MappedQueueFiles mapped;
    private final SpaceClaim space;
    private final QueueExtension extension;
    private volatile QueueFile[] files = NONE;

    QueueFiles(Path dir, int fileBytes, MappedQueueFiles mapped, SpaceClaim space, QueueExtension extension) {
        this.dir = dir;
        this.fileBytes = fileBytes;
        this.mapped = mapped;
        this.space = space;
        this.extension = extension;
    }

    QueueExtension extension() {
        return extension;
    }

    Path dir() {
        return dir;
    }

    boolean isEmpty() {
        return files.length == 0;
    }

    /** Takes over files found on disk. */
    void adopt(QueueFile[] found) {
        files = found;
    }

    long firstOffset() {
        QueueFile[] seen = files;
        return seen.length == 0 ? 0 : seen[0].base() / EntryLayout.SIZE_BYTES;
    }

    /** First entry of a queue that does not begin at 0: its file is filled up to there, as RocketMQ does. */
    void beginAt(long queueOffset) throws IOException {
        long base = baseOf(queueOffset);
        for (long filler = base / EntryLayout.SIZE_BYTES; filler < queueOffset; filler++) {
            write(filler, 0, EntryLayout.FILLER_SIZE, 0);
        }
    }

    private long baseOf(long queueOffset) {
        long address = queueOffset * EntryLayout.SIZE_BYTES;
        return address - address % fileBytes;
    }

    void write(long queueOffset, long physicalOffset, int size, long tagsCode) throws IOException {
        QueueFile file = fileFor(queueOffset);
        int at = (int) (queueOffset * EntryLayout.SIZE_BYTES - file.base());
        // One entry more: what a longer queue left behind the end before a cut must not look like an entry.
        file.claim(space, at + 2 * EntryLayout.SIZE_BYTES);
        Mapping mapping = mapped.retain(file);
        try {
            ByteBuffer bytes = mapping.buffer();
            bytes.putLong(at + EntryLayout.PHYSICAL_OFFSET, physicalOffset);
            bytes.putLong(at + EntryLayout.TAGS_CODE, tagsCode);
            // The size makes it an entry: whoever is killed here leaves a whole one or none.
            VarHandle.releaseFence();
            bytes.putInt(at + EntryLayout.RECORD_SIZE, size);
        } finally {
            mapping.release();
        }
        file.markDirty();
    }

    /** Clears a page's worth behind the end; what lies further is cleared before entries come near it. */
    void clearFrom(QueueFile file, int end) throws IOException {
        file.claim(space, end + EntryLayout.SIZE_BYTES);
        file.markDirty();
    }

    private QueueFile fileFor(long queueOffset) throws IOException {
        QueueFile[] seen = files;
        long address = queueOffset * EntryLayout.SIZE_BYTES;
        QueueFile last = seen.length == 0 ? null : seen[seen.length - 1];
        if (last != null && address < last.end()) {
            return address >= last.base() ? last : find(seen, address);
        }
        Files.createDirectories(dir);
        QueueFile created = QueueFile.create(dir, baseOf(queueOffset), fileBytes);
        QueueFile[] longer = Arrays.copyOf(seen, seen.length + 1);
        longer[seen.length] = created;
        files = longer;
        created.markDirty();
        return created;
    }

    private QueueFile find(QueueFile[] seen, long address) {
        if (seen.length == 0 || address < seen[0].base()) {
            return null;
        }
        long index = (address - seen[0].base()) / fileBytes;
        return index < seen.length ? seen[(int) index] : null;
    }

    QueueCursor cursor(long queueOffset, long endOffset) throws IOException {
        long address = queueOffset * EntryLayout.SIZE_BYTES;
        QueueFile file = find(files, address);
        if (file == null || queueOffset >= endOffset) {
            return QueueCursor.none();
        }
        int end = (int) Math.min(fileBytes, endOffset * EntryLayout.SIZE_BYTES - file.base());
        return new QueueCursor(mapped.retain(file), (int) (address - file.base()), end);
    }

    int deleteBefore(long queueOffset) {
        int deleted = 0;
        while (files.length > 1 && files[0].end() <= queueOffset * EntryLayout.SIZE_BYTES) {
            QueueFile first = files[0];
            files = Arrays.copyOfRange(files, 1, files.length);
            delete(first);
            deleted++;
        }
        return deleted;
    }

    void destroy() {
        extension.destroy();
        QueueFile[] seen = files;
        files = NONE;
        for (QueueFile file : seen) {
            delete(file);
        }
    }

    private void delete(QueueFile file) {
        mapped.forget(file);
        StoreFiles.delete(file.path());
    }

    void force() throws IOException {
        // First: what is known to be on disk by its entries is there with all they lead to.
        extension.force();
        for (QueueFile file : files) {
            file.force();
        }
    }
}
