package io.ferrymq.store.index;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.file.SpaceClaim;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The index files in order of their names, which are times. The last one is written to, under the dispatch lock. */
public final class KeyIndex {
    private static final Logger LOG = LoggerFactory.getLogger(KeyIndex.class);
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS", Locale.ROOT);

    private final Path dir;
    private final IndexGeometry configured;
    private final SpaceClaim space;
    private volatile List<IndexFile> files = List.of();

    /** Files of another size. */
    private List<Path> leftOut = List.of();

    public KeyIndex(Path dir, int slots, int entries, SpaceClaim space) {
        this.dir = dir;
        this.configured = new IndexGeometry(slots, entries);
        this.space = space;
    }

    /** Nothing is missing. */
    public static final long COMPLETE = -1;

    /** How far an index had got: which file, and the number of its next entry. */
    public record Progress(String fileName, int nextEntry) {
        public static final Progress NONE = new Progress("", 1);
    }

    /**
     * Maps the files found, which keep their numbers of slots and entries. One that makes no sense is left out and named: reading it would find nonsense. When it
     * is the last one, a crash left it while it was made, and it goes.
     */
    public void load() {
        List<IndexFile> loaded = new ArrayList<>();
        List<Path> odd = new ArrayList<>();
        IndexGeometry likely = configured;
        for (Path path : StoreFiles.list(dir)) {
            String name = path.getFileName().toString();
            if (name.isEmpty() || !name.chars().allMatch(c -> c >= '0' && c <= '9')) {
                continue;
            }
            IndexFile file = open(path, likely);
            if (file == null) {
                odd.add(path);
            } else {
                loaded.add(file);
                likely = file.geometry();
            }
        }
        if (!likely.equals(configured)) {
            LOG.warn(
                    "{}: files have {} slots and {} entries and keep them; maxHashSlotNum = {} and maxIndexNum = {}"
                            + " hold for a new directory only",
                    dir,
                    likely.slots(),
                    likely.entries(),
                    configured.slots(),
                    configured.entries());
        }
        files = List.copyOf(loaded);
        leftOut = leaveOut(odd);
    }

    private List<Path> leaveOut(List<Path> odd) {
        List<Path> left = new ArrayList<>(odd);
        for (Path path : odd) {
            boolean isLast = files.isEmpty() || path.getFileName().toString().compareTo(lastName()) > 0;
            if (isLast) {
                LOG.warn("{}: deleted, nothing was finished in it", path);
                StoreFiles.delete(path);
                left.remove(path);
            }
        }
        return List.copyOf(left);
    }

    private static IndexFile open(Path path, IndexGeometry likely) {
        try {
            IndexFile file = IndexFile.open(path, likely);
            if (file == null) {
                LOG.error(
                        "{}: has {} bytes, and its content fits no number of slots and entries; left out",
                        path,
                        StoreFiles.size(path));
            }
            return file;
        } catch (IOException e) {
            throw new StoreException(path, "cannot be mapped", e);
        }
    }

    public boolean isEmpty() {
        return files.isEmpty();
    }

    /** Knows whether a record lies at an address and was stored at a time. */
    @FunctionalInterface
    public interface Records {
        boolean has(long physicalOffset, long storeTimestampMs);
    }

    /**
     * Deletes all files when the end of one leads to no record of its time: then they belong to another log, and leading
     * nowhere is the best that they could do.
     *
     * @param before only files with smaller names are looked at: the last ones may rightly be ahead of the log after a crash
     * @return whether they are gone
     */
    public boolean dropIfForeign(String before, Records log) {
        for (IndexFile file : files) {
            boolean looked = file.path().getFileName().toString().compareTo(before) < 0 && file.nextEntry() > 1;
            if (looked && !log.has(file.endPhysicalOffset(), file.endTimestampMs())) {
                dropAll(file.path().getFileName() + " belongs to another log, no message of "
                        + Instant.ofEpochMilli(file.endTimestampMs()) + " is at " + file.endPhysicalOffset());
                return true;
            }
        }
        return false;
    }

    /** Deletes all files, to be built anew from the log. */
    public void dropAll(String why) {
        LOG.error("{}: {}; all index files are deleted and built anew from the log", dir, why);
        while (!files.isEmpty()) {
            deleteLast();
        }
        leftOut.forEach(StoreFiles::delete);
        leftOut = List.of();
    }

    /** Whether files contradict each other: all but the last are full, and each begins where the one before ended or later. */
    public boolean isImplausible() {
        List<IndexFile> seen = files;
        for (int i = 0; i < seen.size() - 1; i++) {
            if (!seen.get(i).isWholeBefore(seen.get(i + 1))) {
                return true;
            }
        }
        return false;
    }

    public int fileCount() {
        return files.size();
    }

    /** How many files there are up to one, which counts. */
    public int fileCountUpTo(String fileName) {
        return (int) files.stream()
                .filter(file -> file.path().getFileName().toString().compareTo(fileName) <= 0)
                .count();
    }

    /**
     * Takes up writing where trusted progress ended: later files and later entries go. A file whose entries make no sense goes too.
     *
     * @return {@link #COMPLETE}, or the address from which on the index must be built anew from the log
     */
    public long resume(Progress trusted) throws IOException {
        while (!files.isEmpty() && lastName().compareTo(trusted.fileName()) > 0) {
            deleteLast();
        }
        if (files.isEmpty() || !lastName().equals(trusted.fileName())) {
            return trusted.fileName().isEmpty() ? COMPLETE : lastPhysicalOffset();
        }
        return resumeLast(trusted.nextEntry());
    }

    private long resumeLast(int nextEntry) throws IOException {
        if (last().resumeAt(nextEntry) && last().nextEntry() == nextEntry) {
            return COMPLETE;
        }
        LOG.error(
                "{}: entry {} makes no sense; the file is built anew from the log", last().path(), last().nextEntry());
        deleteLast();
        return lastPhysicalOffset();
    }

    /** Takes up writing behind the last entry, after a clean stop. */
    public boolean resumeClean(Progress atStop) {
        if (!progress().equals(atStop)) {
            return false;
        }
        if (!files.isEmpty()) {
            last().resume();
        }
        return true;
    }

    /**
     * Takes up writing behind the last entry that a killed process has put.
     *
     * @param trusted what was there at its last checkpoint
     * @return whether all of that is still there
     */
    public boolean resumeAfterKill(Progress trusted) {
        boolean isThere = trusted.fileName().isEmpty()
                || files.stream()
                        .anyMatch(file -> file.path().getFileName().toString().equals(trusted.fileName())
                                && file.nextEntry() >= trusted.nextEntry());
        if (isThere && !files.isEmpty()) {
            last().resumeAfterKill();
        }
        return isThere;
    }

    /** Takes up writing behind the last file as it was found; {@link #resume} says what is returned. */
    public long resumeAsFound() throws IOException {
        return files.isEmpty() ? 0 : resumeLast(last().nextEntry());
    }

    private void deleteLast() {
        IndexFile gone = last();
        files = files.subList(0, files.size() - 1);
        files = List.copyOf(files);
        delete(gone);
    }

    private static void delete(IndexFile file) {
        StoreFiles.delete(file.path());
        file.close();
    }

    private IndexFile last() {
        return files.get(files.size() - 1);
    }

    private String lastName() {
        return last().path().getFileName().toString();
    }

    public Progress progress() {
        return files.isEmpty() ? Progress.NONE : new Progress(lastName(), last().nextEntry());
    }

    /** Whether a record at this address is indexed already; the newest one may be half. */
    public boolean isBehind(long physicalOffset) {
        return !files.isEmpty() && last().nextEntry() > 1 && physicalOffset < last().endPhysicalOffset();
    }

    public void put(int javaHash, long physicalOffset, long storeTimestampMs) throws IOException {
        if (files.isEmpty() || last().isFull()) {
            addFile(storeTimestampMs);
        }
        last().put(javaHash, physicalOffset, storeTimestampMs, space);
    }

    private void addFile(long nowMs) throws IOException {
        Files.createDirectories(dir);
        // Before the next one is made: a disk that refuses this would be left with a file that nobody writes to.
        if (!files.isEmpty()) {
            last().force();
        }
        String name = name(nowMs);
        // Names must grow, even when the clock does not.
        if (!files.isEmpty() && name.compareTo(lastName()) <= 0) {
            name = Long.toString(Long.parseLong(lastName()) + 1);
        }
        // A file that was left out at loading keeps its name.
        while (Files.exists(dir.resolve(name))) {
            name = Long.toString(Long.parseLong(name) + 1);
        }
        IndexGeometry geometry = files.isEmpty() ? configured : last().geometry();
        IndexFile created = IndexFile.create(dir.resolve(name), geometry, space);
        List<IndexFile> longer = new ArrayList<>(files);
        if (!longer.isEmpty()) {
            created.continueFrom(last());
        }
        longer.add(created);
        files = List.copyOf(longer);
    }

    private static String name(long timeMs) {
        return NAME.format(Instant.ofEpochMilli(timeMs).atZone(ZoneId.systemDefault()));
    }

    /** Reports addresses whose entries have this hash and a time in the range: candidates, newest file first, with repetitions. */
    public void find(int javaHash, long beginMs, long endMs, int maxPerFile, LongConsumer found) {
        List<IndexFile> seen = files;
        for (int i = seen.size() - 1; i >= 0; i--) {
            IndexFile file = seen.get(i);
            if (!file.mapping().tryRetain()) {
                continue;
            }
            try {
                if (file.nextEntry() > 1 && file.beginTimestampMs() <= endMs && file.endTimestampMs() >= beginMs) {
                    file.find(javaHash, beginMs, endMs, maxPerFile, found);
                }
            } finally {
                file.mapping().release();
            }
        }
    }

    /** Store time of the newest indexed record, 0 in an empty index. */
    public long lastTimestampMs() {
        return files.isEmpty() ? 0 : last().endTimestampMs();
    }

    public long lastPhysicalOffset() {
        return files.isEmpty() ? 0 : last().endPhysicalOffset();
    }

    /** Deletes files that lead only to what the log no longer holds; never the last. Under the dispatch lock. */
    public void trim(long logMinOffset) {
        while (files.size() > 1 && files.get(0).endPhysicalOffset() < logMinOffset) {
            IndexFile gone = files.get(0);
            files = List.copyOf(files.subList(1, files.size()));
            delete(gone);
        }
    }

    public void force() throws IOException {
        for (IndexFile file : files) {
            file.force();
        }
    }

    public void close() {
        List<IndexFile> seen = files;
        files = List.of();
        seen.forEach(IndexFile::close);
    }
}
