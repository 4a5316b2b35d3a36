package io.ferrymq.store.check;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.config.FileSizes;
import io.ferrymq.store.file.StoreFiles;
import io.ferrymq.store.index.IndexGeometry;
import io.ferrymq.store.index.IndexLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Walks through the entries of all index files side by side with the log: both have the same order. */
final class IndexCheck implements AutoCloseable {
    private final CheckTarget target;
    private final long logMin;
    private final Findings findings;
    private final List<IndexFileView> files = new ArrayList<>();
    private final IndexRuns runs;
    private final KeyHashes keys = new KeyHashes();
    private int fileAt;
    private int number = 1;
    private long entries;
    private long unknownKeys;

    IndexCheck(CheckTarget target, long logMin, DamagedRanges damages, Findings findings) {
        this.target = target;
        this.logMin = logMin;
        this.findings = findings;
        this.runs = new IndexRuns(target.indexDir(), damages, findings);
    }

    void load() throws IOException {
        IndexGeometry likely = new IndexGeometry(FileSizes.DEFAULT.indexSlots(), FileSizes.DEFAULT.indexEntries());
        for (Path path : StoreFiles.list(target.indexDir())) {
            String name = path.getFileName().toString();
            if (!name.chars().allMatch(c -> c >= '0' && c <= '9')) {
                findings.add(Finding.note(path, "is no index file"));
                continue;
            }
            IndexFileView file = IndexFileView.open(path, likely);
            if (file == null) {
                findings.add(Finding.rebuildable(
                        path, "has " + StoreFiles.size(path) + " bytes, and its content fits no number of slots"));
                continue;
            }
            likely = file.geometry();
            files.add(file);
        }
    }

    /** Checks the files against themselves. */
    void checkStructure() {
        files.forEach(file -> new IndexStructure(file, findings).check());
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    /** The hashes of a message's keys as the index holds them. */
    private static final class KeyHashes implements PropertyBytes.KeyVisitor {
        private int[] hashes = new int[8];
        private boolean[] found = new boolean[8];
        private int count;

        void read(PropertyBytes properties, int keySeed) {
            count = 0;
            properties.forEachKey(keySeed, this);
            Arrays.fill(found, 0, count, false);
        }

        @Override
        public void key(int javaHash, byte[] bytes, int offset, int length) {
            if (count == hashes.length) {
                hashes = Arrays.copyOf(hashes, 2 * count);
                found = new boolean[2 * count];
            }
            hashes[count++] = IndexLayout.storedHash(javaHash);
        }

        /** An entry may be there twice: recovery puts the keys of the record it begins at once more. */
        boolean mark(int hash) {
            boolean known = false;
            for (int i = 0; i < count; i++) {
                if (hashes[i] == hash) {
                    known = true;
                    if (!found[i]) {
                        found[i] = true;
                        return true;
                    }
                }
            }
            return known;
        }

        int missing() {
            int missing = 0;
            for (int i = 0; i < count; i++) {
                missing += found[i] ? 0 : 1;
            }
            return missing;
        }
    }

    /** @param isRequired whether the keys must be there: those of a deleted topic may be */
    void record(PropertyBytes properties, int keySeed, long address, long storeTimestampMs, boolean isRequired) {
        keys.read(properties, keySeed);
        skipTo(address);
        while (isAt(address)) {
            IndexFileView file = files.get(fileAt);
            // One that stands for another key than it should is missed below.
            unknownKeys += keys.mark(file.hash(number)) ? 0 : 1;
            checkTime(file, storeTimestampMs);
            advance();
        }
        int missing = isRequired ? keys.missing() : 0;
        if (missing > 0) {
            runs.missing(address, missing);
        } else if (isRequired) {
            runs.complete();
        }
    }

    /** Entries before an address lead to no record, unless the log does not hold it any more. */
    private void skipTo(long address) {
        while (hasEntry() && current() < address) {
            if (current() >= logMin) {
                runs.stray(files.get(fileAt), number, current());
            }
            advance();
        }
        // An entry that lies ahead of all that follow has a wrong address.
        while (hasEntry() && current() > address && isOutlier()) {
            runs.stray(files.get(fileAt), number, current());
            advance();
        }
    }

    private boolean isOutlier() {
        IndexFileView file = files.get(fileAt);
        return number + 1 < file.next() && file.address(number + 1) < file.address(number);
    }

    private void checkTime(IndexFileView file, long storeTimestampMs) {
        long begin = file.header(IndexLayout.BEGIN_TIMESTAMP);
        int expected = seconds(storeTimestampMs - begin);
        if (number == file.next() - 1 && file.header(IndexLayout.END_TIMESTAMP) != storeTimestampMs) {
            runs.wrongTime(
                    file,
                    IndexLayout.END_TIMESTAMP,
                    "ends at",
                    file.header(IndexLayout.END_TIMESTAMP),
                    storeTimestampMs);
        }
        if (number == 1) {
            if (begin != storeTimestampMs) {
                runs.wrongTime(file, IndexLayout.BEGIN_TIMESTAMP, "begins at", begin, storeTimestampMs);
            }
            // RocketMQ counts the first entry's seconds from the end of the file before.
            long before = fileAt == 0 ? 0 : files.get(fileAt - 1).header(IndexLayout.END_TIMESTAMP);
            expected = before == 0 || file.seconds(1) == 0 ? 0 : seconds(storeTimestampMs - before);
        }
        if (file.seconds(number) != expected) {
            runs.wrongSeconds(file, number, expected);
        }
    }

    private static int seconds(long ms) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, ms / 1000));
    }

    private boolean hasEntry() {
        while (fileAt < files.size() && number >= files.get(fileAt).next()) {
            fileAt++;
            number = 1;
        }
        return fileAt < files.size();
    }

    private boolean isAt(long address) {
        return hasEntry() && current() == address;
    }

    private long current() {
        return files.get(fileAt).address(number);
    }

    private void advance() {
        number++;
        entries++;
    }

    /** @param limit entries of records at and behind this address are left alone */
    void finish(long limit) {
        while (hasEntry()) {
            if (current() >= logMin && current() < limit) {
                runs.stray(files.get(fileAt), number, current());
            }
            advance();
        }
        runs.end();
        if (unknownKeys > 0) {
            findings.add(Finding.note(
                    target.indexDir(),
                    unknownKeys
                            + " entries lead to messages by other keys than the unique key and KEYS: RocketMQ"
                            + " 5.5 writes such"));
        }
    }

    long entries() {
        return entries;
    }

    @Override
    public void close() {
        files.forEach(IndexFileView::close);
    }
}
