package io.ferrymq.store.check;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.StoreException;
import io.ferrymq.store.dispatch.DeletedTopics;
import io.ferrymq.store.log.RecordLayout;
import io.ferrymq.store.log.RecordView;
import io.ferrymq.store.recovery.DirectoryLock;
import io.ferrymq.store.recovery.Progress;
import io.ferrymq.store.recovery.Tombstones;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Verifies a store directory without changing it, ours or RocketMQ's (spec: storage 1 to 5): every record of the log, and against it every queue entry, every key of
 * the index, checkpoint and progress. Sizes of files are taken as found.
 *
 * <p>A store that a broker has open is checked up to that broker's last checkpoint, as what is behind it changes meanwhile.
 */
public final class StoreCheck {
    private final CheckTarget target;
    private final CheckListener listener;
    private final Findings findings;

    private StoreCheck(CheckTarget target, CheckListener listener) {
        this.target = target;
        this.listener = listener;
        this.findings = new Findings(listener);
    }

    /**
     * Checks a store.
     *
     * @param listener told of each finding on the calling thread
     * @throws StoreException when the directory is none of a store or cannot be read
     */
    public static CheckSummary run(CheckTarget target, CheckListener listener) {
        if (!Files.isDirectory(target.rootDir())) {
            throw new StoreException(target.rootDir(), "is no directory");
        }
        try {
            return new StoreCheck(target, listener).run();
        } catch (IOException e) {
            throw new StoreException(target.rootDir(), "cannot be read", e);
        }
    }

    private CheckSummary run() throws IOException {
        Path root = target.rootDir();
        boolean inUse = DirectoryLock.isHeld(root);
        MarkerFiles markers = new MarkerFiles(root, findings);
        LogFiles files = LogFiles.find(target.commitLogDir(), findings);
        long limit = inUse ? limitInUse(markers.progress(), files) : Long.MAX_VALUE;
        if (inUse) {
            findings.add(Finding.note(root, "is in use by a broker; checked up to log address " + limit));
        }
        DamagedRanges damages = new DamagedRanges();
        LogWalk log = new LogWalk(files, damages, findings, listener, limit);
        QueueChecks queues = new QueueChecks(target, files.min(), readTombstones(), damages, findings);
        queues.load();
        try (IndexCheck index = new IndexCheck(target, files.min(), damages, findings)) {
            boolean withIndex = loadIndex(index, inUse);
            log.run((record, address) -> compare(record, address, queues, withIndex ? index : null));
            checkEnd(log, markers.isAborted() || inUse);
            queues.finish(limit);
            if (withIndex) {
                index.finish(limit);
            }
            long entrySum = queues.ends().stream()
                    .mapToLong(CheckSummary.QueueEnd::endOffset)
                    .sum();
            markers.check(log, files.min(), entrySum, inUse);
            return new CheckSummary(
                    files.min(),
                    log.end(),
                    inUse,
                    log.records(),
                    queues.entries(),
                    index.entries(),
                    queues.ends(),
                    findings.problems(),
                    findings.notes());
        }
    }

    /** What the last checkpoint covers; without one the files that are full. */
    private static long limitInUse(Progress progress, LogFiles files) {
        if (progress != null) {
            return progress.logForcedTo();
        }
        return files.list().isEmpty()
                ? 0
                : files.list().get(files.list().size() - 1).base();
    }

    private DeletedTopics readTombstones() {
        try {
            Tombstones tombstones = new Tombstones(target.rootDir());
            if (tombstones.isDamaged()) {
                findings.add(Finding.damaged(
                        Tombstones.file(target.rootDir()), -1, "is not whole: its checksum does not fit"));
            }
            return tombstones;
        } catch (StoreException e) {
            findings.add(Finding.damaged(Tombstones.file(target.rootDir()), -1, e.getMessage()));
            return (topic, address) -> false;
        }
    }

    /** The newest index file of a store in use changes while it is read. */
    private boolean loadIndex(IndexCheck index, boolean inUse) throws IOException {
        if (!target.indexEnabled() || inUse) {
            if (inUse) {
                findings.add(Finding.note(target.indexDir(), "is not checked while a broker writes to it"));
            }
            return false;
        }
        index.load();
        index.checkStructure();
        return true;
    }

    private static void compare(RecordView record, long address, QueueChecks queues, IndexCheck index)
            throws IOException {
        QueueChecks.Topic topic = queues.topicOf(record, address);
        PropertyBytes properties = record.properties();
        if (topic != null) {
            queues.record(topic, record, address, properties);
        }
        if (index != null && !RecordLayout.isRollback(record.sysFlag())) {
            int seed = topic != null ? topic.keySeed() : PropertyBytes.keyHashSeed(record.topic());
            index.record(properties, seed, address, record.storeTimestampMs(), topic != null);
        }
    }

    private void checkEnd(LogWalk log, boolean mayBeTorn) {
        long remainder = log.remainder();
        if (remainder < 0) {
            return;
        }
        LogFile file = log.fileOf(remainder);
        String problem = "the log ends at address " + log.end() + ", but behind it something stands at address "
                + remainder + " that is no undamaged record (" + log.remainderReason() + ")";
        findings.add(
                mayBeTorn
                        ? Finding.note(file.path(), problem)
                        : Finding.damaged(file.path(), remainder - file.base(), problem));
    }
}
