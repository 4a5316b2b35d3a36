package io.ferrymq.store.check;

import io.ferrymq.common.Clock;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreException;
import io.ferrymq.store.StoreHooks;
import io.ferrymq.store.check.Finding.Severity;
import io.ferrymq.store.config.FileSizes;
import io.ferrymq.store.config.WriteLimits;
import io.ferrymq.store.file.StoreFiles;
import io.ferrymq.store.index.IndexGeometry;
import io.ferrymq.store.queue.EntryLayout;
import io.ferrymq.store.recovery.AbortFile;
import io.ferrymq.store.recovery.Checkpoint;
import io.ferrymq.store.recovery.DirectoryLock;
import io.ferrymq.store.recovery.Progress;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Rebuilds what a check has found to be wrong and what the log has all facts for: queues, index, checkpoint, progress. Records are never written to; a log file that
 * was cut short gets its length back, so that the rest of the log can be served.
 */
public final class StoreRepair {
    private final CheckTarget target;
    private final Consumer<String> steps;

    private StoreRepair(CheckTarget target, Consumer<String> steps) {
        this.target = target;
        this.steps = steps;
    }

    /**
     * Repairs a store that nobody has open.
     *
     * @param findings what a check of the same store has found
     * @param steps told each step, one line
     * @throws StoreException when the store is in use, or its log cannot be opened
     */
    public static void run(CheckTarget target, List<Finding> findings, Clock clock, Consumer<String> steps) {
        if (DirectoryLock.isHeld(target.rootDir())) {
            throw new StoreException(target.rootDir(), "is in use by a broker; stop it first");
        }
        try {
            new StoreRepair(target, steps).run(findings, clock);
        } catch (IOException e) {
            throw new StoreException(target.rootDir(), "cannot be repaired", e);
        }
    }

    private void run(List<Finding> findings, Clock clock) throws IOException {
        FileSizes sizes = sizesOnDisk();
        // Whatever interrupts this: the next start recovers.
        new AbortFile(target.rootDir()).create();
        if (findings.stream().anyMatch(finding -> finding.severity() == Severity.DAMAGED)) {
            extendLogFiles();
        }
        List<Finding> derived = findings.stream()
                .filter(finding -> finding.severity() == Severity.REBUILDABLE)
                .toList();
        deleteQueues(derived);
        if (derived.stream().anyMatch(finding -> finding.file().startsWith(target.indexDir()))) {
            step("deleting the index");
            StoreFiles.deleteTree(target.indexDir());
        }
        // Without them recovery reads the log from its beginning and completes what it derives from it.
        StoreFiles.delete(Progress.file(target.rootDir()));
        StoreFiles.delete(Checkpoint.file(target.rootDir()));
        step("rebuilding queues, index and checkpoint from the log");
        StoreConfig config = StoreConfig.defaults(target.rootDir())
                .withCommitLogDir(target.commitLogDir())
                .withFiles(sizes)
                .withWrites(WriteLimits.DEFAULT
                        .withDelayLevelsMs(target.delayLevelsMs())
                        .withIndexEnabled(target.indexEnabled()));
        MessageStore.open(config, clock, StoreHooks.none()).close();
    }

    private void step(String text) {
        steps.accept(text);
    }

    /** Files that are made anew get the size of those that were there. */
    private FileSizes sizesOnDisk() throws IOException {
        FileSizes sizes = FileSizes.DEFAULT;
        IndexGeometry likely = new IndexGeometry(sizes.indexSlots(), sizes.indexEntries());
        for (Path path : StoreFiles.list(target.indexDir())) {
            try (IndexFileView file = IndexFileView.open(path, likely)) {
                if (file != null) {
                    sizes = sizes.withIndex(
                            file.geometry().slots(), file.geometry().entries());
                }
            }
        }
        return queueFileBytes().map(sizes::withQueueFileBytes).orElse(sizes);
    }

    /** The size that most queues' first files have. */
    private Optional<Integer> queueFileBytes() {
        Map<Integer, Integer> counts = new HashMap<>();
        StoreFiles.list(target.queuesDir()).stream()
                .flatMap(topic -> StoreFiles.directories(topic).stream())
                .flatMap(queue -> StoreFiles.list(queue).stream().limit(1))
                .mapToLong(StoreFiles::size)
                .filter(bytes -> bytes > 0 && bytes < Integer.MAX_VALUE - EntryLayout.SIZE_BYTES)
                .forEach(bytes -> counts.merge((int) bytes, 1, Integer::sum));
        return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    private void deleteQueues(List<Finding> derived) {
        Set<Path> queues = new TreeSet<>();
        for (Finding finding : derived) {
            Path file = finding.file();
            if (file.startsWith(target.queuesDir()) && !file.equals(target.queuesDir())) {
                queues.add(Files.isDirectory(file) ? file : file.getParent());
            }
        }
        for (Path queue : queues) {
            if (Files.isDirectory(queue)) {
                step("deleting the queue " + target.queuesDir().relativize(queue));
                StoreFiles.deleteTree(queue);
            }
        }
    }

    private void extendLogFiles() throws IOException {
        List<Path> files = new ArrayList<>(StoreFiles.list(target.commitLogDir()));
        files.removeIf(path -> StoreFiles.parseOffsetName(path) < 0);
        long size = files.stream().mapToLong(StoreFiles::size).max().orElse(0);
        for (Path path : files) {
            if (StoreFiles.size(path) < size) {
                step("extending " + path + " to " + size + " bytes");
                try (RandomAccessFile opened = new RandomAccessFile(path.toFile(), "rw")) {
                    opened.setLength(size);
                }
            }
        }
    }
}
