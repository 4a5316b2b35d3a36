package io.ferrymq.store.queue;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.file.Mapping;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The extension files of one queue: best effort beside the queue itself. What cannot be written is left out, what cannot be read says nothing of
 * its message. Units are added under the dispatch lock; addresses that entries hold are never given out again.
 */
public final class QueueExtension {
    private static final Logger LOG = LoggerFactory.getLogger(QueueExtension.class);
    private static final long UNKNOWN = -1;

    private final Path dir;
    private final Extensions all;

    // Null until somebody looks: most queues have none.
    private volatile QueueFile[] files;
    private long end = UNKNOWN;

    QueueExtension(Path dir, Extensions all) {
        this.dir = dir;
        this.all = all;
    }

    private QueueFile[] files() {
        QueueFile[] known = files;
        return known != null ? known : load();
    }

    private synchronized QueueFile[] load() {
        if (files == null) {
            files = all.exist() ? found() : new QueueFile[0];
        }
        return files;
    }

    private QueueFile[] found() {
        try {
            return StoreFiles.list(dir).stream()
                    .filter(file -> StoreFiles.parseOffsetName(file) >= 0)
                    .map(QueueExtension::found)
                    .filter(file -> file.sizeBytes() > 0 && file.base() % file.sizeBytes() == 0)
                    .sorted(Comparator.comparingLong(QueueFile::base))
                    .toArray(QueueFile[]::new);
        } catch (StoreException e) {
            LOG.warn("what is noted beside the entries of a queue is left out: {}", e.getMessage());
            return new QueueFile[0];
        }
    }

    private static QueueFile found(Path file) {
        long bytes = StoreFiles.size(file);
        int usable = bytes <= Integer.MAX_VALUE ? (int) bytes : 0;
        return new QueueFile(file, usable, usable);
    }

    private static QueueFile find(QueueFile[] seen, long address) {
        for (int i = seen.length - 1; i >= 0; i--) {
            if (address >= seen[i].base()) {
                return address < seen[i].end() ? seen[i] : null;
            }
        }
        return null;
    }

    /** What an entry's tag code leads to; null when it is not there or makes no sense. */
    public ExtensionUnit read(long tagsCode) {
        long address = ExtensionUnit.decode(tagsCode);
        QueueFile file = find(files(), address);
        if (file == null) {
            return null;
        }
        try {
            Mapping mapping = all.mapped().retain(file);
            try {
                return ExtensionUnit.read(mapping.buffer(), (int) (address - file.base()), file.sizeBytes());
            } finally {
                mapping.release();
            }
        } catch (IOException e) {
            LOG.debug("{} cannot be read", file.path(), e);
            return null;
        }
    }

    /**
     * Adds a unit. Under the dispatch lock.
     *
     * @param lastTagsCode what the queue's last entry holds
     * @return what the new entry is to hold: the unit's address, or its tag code when there is no place for the unit
     */
    long append(ExtensionUnit unit, long lastTagsCode) throws IOException {
        int size = unit.sizeBytes();
        if (size > Short.MAX_VALUE || size + ExtensionUnit.TAIL_BYTES > all.fileBytes()) {
            return unit.tagsCode();
        }
        if (end == UNKNOWN) {
            end = findEnd(lastTagsCode);
        }
        QueueFile file = fileFor(size);
        int at = (int) (end - file.base());
        file.claim(all.space(), at + size + Short.BYTES);
        Mapping mapping = all.mapped().retain(file);
        try {
            ByteBuffer bytes = mapping.buffer();
            unit.write(bytes, at);
            // The size makes it a unit.
            VarHandle.releaseFence();
            bytes.putShort(at + ExtensionUnit.SIZE, (short) size);
        } finally {
            mapping.release();
        }
        file.markDirty();
        long address = end;
        end += size;
        return ExtensionUnit.encode(address);
    }

    /** The file with room for a unit; one without is closed. */
    private QueueFile fileFor(int size) throws IOException {
        QueueFile[] seen = files();
        QueueFile last = find(seen, end);
        if (last != null && size <= last.end() - end - ExtensionUnit.TAIL_BYTES) {
            return last;
        }
        if (last != null) {
            int at = (int) (end - last.base());
            last.claim(all.space(), at + Short.BYTES);
            Mapping mapping = all.mapped().retain(last);
            try {
                mapping.buffer().putShort(at, ExtensionUnit.END_OF_FILE);
            } finally {
                mapping.release();
            }
            last.markDirty();
            end = last.end();
        }
        int bytes = bytesOfNext(seen, size);
        end = (end + bytes - 1) / bytes * bytes;
        Files.createDirectories(dir);
        all.noteExistence();
        QueueFile created = QueueFile.create(dir, end, bytes);
        QueueFile[] longer = Arrays.copyOf(seen, seen.length + 1);
        longer[seen.length] = created;
        files = longer;
        created.markDirty();
        return created;
    }

    /** As long as the files that are there, unless they were cut to less than a unit. */
    private int bytesOfNext(QueueFile[] seen, int unitBytes) {
        int longest = Arrays.stream(seen).mapToInt(QueueFile::sizeBytes).max().orElse(0);
        return longest < unitBytes + ExtensionUnit.TAIL_BYTES ? all.fileBytes() : longest;
    }

    /** Behind the last unit; where that is not clear, or entries lead further, the next file begins. */
    private long findEnd(long lastTagsCode) throws IOException {
        QueueFile[] seen = files();
        long used = ExtensionUnit.isAddress(lastTagsCode) ? ExtensionUnit.decode(lastTagsCode) : UNKNOWN;
        if (seen.length == 0) {
            return used + 1;
        }
        QueueFile last = seen[seen.length - 1];
        int at = 0;
        Mapping mapping = all.mapped().retain(last);
        try {
            int size = ExtensionUnit.sizeAt(mapping.buffer(), at, last.sizeBytes());
            while (size > 0) {
                at += size;
                size = ExtensionUnit.sizeAt(mapping.buffer(), at, last.sizeBytes());
            }
            at = size < 0 ? last.sizeBytes() : at;
        } finally {
            mapping.release();
        }
        last.claimedUpTo(at);
        long found = last.base() + at;
        return found > used ? found : Math.max(last.end(), used + 1);
    }

    /** Deletes files that lie wholly before what an entry leads to. Under the dispatch lock. */
    void deleteBefore(long tagsCode) {
        long address = ExtensionUnit.decode(tagsCode);
        while (files().length > 1 && files[0].end() <= address) {
            QueueFile first = files[0];
            files = Arrays.copyOfRange(files, 1, files.length);
            all.mapped().forget(first);
            StoreFiles.delete(first.path());
        }
    }

    boolean hasSeveralFiles() {
        return all.exist() && files().length > 1;
    }

    void destroy() {
        QueueFile[] seen = files;
        files = new QueueFile[0];
        if (seen != null) {
            Arrays.stream(seen).forEach(all.mapped()::forget);
        }
        if (all.exist()) {
            StoreFiles.deleteTree(dir);
        }
    }

    void force() throws IOException {
        QueueFile[] seen = files;
        if (seen != null) {
            for (QueueFile file : seen) {
                file.force();
            }
        }
    }
}
