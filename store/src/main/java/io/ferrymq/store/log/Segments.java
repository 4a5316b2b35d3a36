package io.ferrymq.store.log;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log's files in order, without a gap between them. An immutable array swapped whole; changed by one thread at a time. */
public final class Segments {
    private static final Logger LOG = LoggerFactory.getLogger(Segments.class);

    private final Path dir;
    private final int sizeBytes;
    private volatile Segment[] all;

    private Segments(Path dir, int sizeBytes, Segment[] all) {
        this.dir = dir;
        this.sizeBytes = sizeBytes;
        this.all = all;
    }

    /** Maps what is there. Files keep the size they have; they must all have the same. Changes nothing on disk. */
    public static Segments load(Path dir, int configuredSizeBytes) {
        List<Path> files = new ArrayList<>();
        for (Path file : StoreFiles.list(dir)) {
            if (StoreFiles.parseOffsetName(file) >= 0) {
                files.add(file);
            }
        }
        // What a crash in the middle of creating the next file leaves. It holds nothing; creating it again replaces it.
        if (!files.isEmpty() && StoreFiles.size(files.get(files.size() - 1)) == 0) {
            files.remove(files.size() - 1);
        }
        if (files.isEmpty()) {
            return new Segments(dir, configuredSizeBytes, new Segment[0]);
        }
        int found = commonSize(files);
        if (found != configuredSizeBytes) {
            LOG.warn(
                    "{}: files have {} bytes and keep that size; mappedFileSizeCommitLog = {} holds for a new"
                            + " directory only",
                    dir,
                    found,
                    configuredSizeBytes);
        }
        return new Segments(dir, found, map(files, found));
    }

    private static int commonSize(List<Path> files) {
        Path first = files.get(0);
        long size = StoreFiles.size(first);
        if (size < RecordLayout.FIXED_SIZE_BYTES || size > Integer.MAX_VALUE) {
            throw new StoreException(first, "has " + size + " bytes, which is no size of a commit log file");
        }
        long expected = StoreFiles.parseOffsetName(first);
        for (Path file : files) {
            long bytes = StoreFiles.size(file);
            if (bytes != size) {
                throw new StoreException(file, "has " + bytes + " bytes where " + first.getFileName() + " has " + size);
            }
            if (StoreFiles.parseOffsetName(file) != expected) {
                throw new StoreException(
                        file, "does not follow the file before; expected " + StoreFiles.offsetName(expected));
            }
            expected += size;
        }
        return (int) size;
    }

    private static Segment[] map(List<Path> files, int size) {
        Segment[] segments = new Segment[files.size()];
        for (int i = 0; i < segments.length; i++) {
            try {
                segments[i] = Segment.open(files.get(i), size);
            } catch (IOException e) {
                throw new StoreException(files.get(i), "cannot be mapped", e);
            }
        }
        return segments;
    }

    public Path dir() {
        return dir;
    }

    public int sizeBytes() {
        return sizeBytes;
    }

    public boolean isEmpty() {
        return all.length == 0;
    }

    /** A snapshot, oldest first. */
    public List<Segment> list() {
        return List.of(all);
    }

    public Segment first() {
        return all[0];
    }

    public Segment last() {
        Segment[] seen = all;
        return seen[seen.length - 1];
    }

    /** Address of the first byte, 0 in an empty log. */
    public long minOffset() {
        Segment[] seen = all;
        return seen.length == 0 ? 0 : seen[0].base();
    }

    /** The segment that holds an address, null where none does. */
    public Segment find(long offset) {
        Segment[] seen = all;
        if (seen.length == 0 || offset < seen[0].base()) {
            return null;
        }
        long index = (offset - seen[0].base()) / sizeBytes;
        return index < seen.length ? seen[(int) index] : null;
    }

    /** As {@link #find}, with a count of its mapping that the caller must release. */
    public Segment retain(long offset) {
        Segment segment = find(offset);
        return segment != null && segment.mapping().tryRetain() ? segment : null;
    }

    public synchronized void add(Segment segment) {
        Segment[] seen = all;
        if (seen.length > 0 && last().end() != segment.base()) {
            throw new IllegalStateException(segment + " does not follow " + last());
        }
        Segment[] longer = Arrays.copyOf(seen, seen.length + 1);
        longer[seen.length] = segment;
        all = longer;
    }

    /** Takes the first one out of sight and deletes it; readers keep its memory until they close. */
    public synchronized void deleteFirst() {
        Segment[] seen = all;
        all = Arrays.copyOfRange(seen, 1, seen.length);
        delete(seen[0]);
        forceNames();
    }

    public synchronized void deleteLast() {
        Segment[] seen = all;
        all = Arrays.copyOf(seen, seen.length - 1);
        delete(seen[seen.length - 1]);
        forceNames();
    }

    /** Files go in order, and for good: what is concluded from their absence must not outlive it. */
    private void forceNames() {
        try {
            StoreFiles.forceDirectory(dir);
        } catch (IOException e) {
            throw new StoreException(dir, "cannot be forced to disk", e);
        }
    }

    static void delete(Segment segment) {
        StoreFiles.delete(segment.path());
        close(segment);
    }

    private static void close(Segment segment) {
        try {
            segment.close();
        } catch (IOException e) {
            LOG.warn("{}: closing failed: {}", segment, e.toString());
        }
    }

    public synchronized void close() {
        Segment[] seen = all;
        all = new Segment[0];
        for (Segment segment : seen) {
            close(segment);
        }
    }
}
