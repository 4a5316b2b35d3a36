package io.ferrymq.store.check;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.file.StoreFiles;
import io.ferrymq.store.recovery.AbortFile;
import io.ferrymq.store.recovery.Checkpoint;
import io.ferrymq.store.recovery.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Checks the small files that say how far things had got: {@code abort}, {@code checkpoint}, {@code ferrymq.progress}. */
final class MarkerFiles {
    private final Path rootDir;
    private final Findings findings;
    private final boolean aborted;
    private final Progress progress;

    MarkerFiles(Path rootDir, Findings findings) {
        this.rootDir = rootDir;
        this.findings = findings;
        this.aborted = new AbortFile(rootDir).exists();
        this.progress = Files.exists(Progress.file(rootDir)) ? Progress.read(rootDir) : null;
    }

    /** Whether the last broker did not stop in order, or has not stopped yet. */
    boolean isAborted() {
        return aborted;
    }

    /** How far all parts are on disk, null when nobody says so. */
    Progress progress() {
        return progress;
    }

    /**
     * @param entrySum sum of the ends of all queues
     */
    void check(LogWalk log, long logMin, long entrySum, boolean inUse) {
        if (aborted && !inUse) {
            findings.add(
                    Finding.note(rootDir.resolve("abort"), "is there: not stopped in order, the next start recovers"));
        }
        checkCheckpoint(log, inUse);
        Path file = Progress.file(rootDir);
        if (progress == null) {
            if (Files.exists(file)) {
                findings.add(Finding.rebuildable(file, "is not whole: its checksum does not fit"));
            }
            return;
        }
        if (!inUse) {
            checkProgress(file, log, logMin, entrySum);
        }
    }

    private void checkCheckpoint(LogWalk log, boolean inUse) {
        Path file = Checkpoint.file(rootDir);
        if (!Files.exists(file)) {
            if (log.records() > 0 && !aborted) {
                findings.add(Finding.rebuildable(file, "is missing"));
            }
            return;
        }
        long bytes = StoreFiles.size(file);
        if (bytes < Checkpoint.FILE_BYTES) {
            findings.add(Finding.rebuildable(file, "has " + bytes + " bytes, expected " + Checkpoint.FILE_BYTES));
        }
        if (inUse) {
            return;
        }
        Checkpoint checkpoint = readCheckpoint();
        checkTime(file, 0, "the log", checkpoint.physicTimestampMs(), log.newestTimestampMs());
        checkTime(file, 8, "queues", checkpoint.logicsTimestampMs(), log.newestTimestampMs());
        checkTime(file, 16, "the index", checkpoint.indexTimestampMs(), log.newestTimestampMs());
    }

    private Checkpoint readCheckpoint() {
        try {
            return Checkpoint.read(rootDir);
        } catch (StoreException e) {
            findings.add(Finding.rebuildable(Checkpoint.file(rootDir), e.getMessage()));
            return Checkpoint.NONE;
        }
    }

    /** A time too late makes a recovery begin too late. */
    private void checkTime(Path file, long position, String what, long statedMs, long newestMs) {
        if (statedMs < 0 || statedMs > newestMs) {
            findings.add(new Finding(
                    Finding.Severity.REBUILDABLE,
                    file,
                    position,
                    "",
                    "says that " + what + " is on disk up to " + Instant.ofEpochMilli(statedMs)
                            + ", the newest message was stored at " + Instant.ofEpochMilli(newestMs)));
        }
    }

    private void checkProgress(Path file, LogWalk log, long logMin, long entrySum) {
        if (progress.logForcedTo() > log.end()) {
            findings.add(Finding.damaged(
                    file,
                    -1,
                    "says that the log is on disk up to address " + progress.logForcedTo() + ", it ends at "
                            + log.end()));
        } else if (progress.clean() && !aborted && progress.logForcedTo() < log.end() && log.end() > logMin) {
            findings.add(Finding.note(
                    file,
                    "says that the log was closed at address " + progress.logForcedTo()
                            + "; another broker has written on to " + log.end()));
        }
        if (progress.queuesForcedTo() > progress.logForcedTo() || progress.indexForcedTo() > progress.logForcedTo()) {
            findings.add(Finding.rebuildable(file, "is ahead of itself: " + progress));
        }
        if (progress.queueEntrySum() > entrySum) {
            findings.add(Finding.rebuildable(
                    rootDir.resolve("consumequeue"),
                    "holds " + entrySum + " entries where " + progress.queueEntrySum() + " were"));
        }
    }
}
