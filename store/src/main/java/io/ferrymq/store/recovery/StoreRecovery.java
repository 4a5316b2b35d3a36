package io.ferrymq.store.recovery;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.dispatch.DeletedTopics;
import io.ferrymq.store.dispatch.LogCatchUp;
import io.ferrymq.store.file.Mapping;
import io.ferrymq.store.index.KeyIndex;
import io.ferrymq.store.log.RecordCheck;
import io.ferrymq.store.log.RecordCheck.Finding;
import io.ferrymq.store.log.RecordView;
import io.ferrymq.store.log.Segment;
import io.ferrymq.store.log.Segments;
import io.ferrymq.store.queue.ConsumeQueue;
import io.ferrymq.store.queue.QueueLoader;
import io.ferrymq.store.queue.QueueTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings log, queues and index to the same state, whatever stopped the last process: finds the log's end, cuts what the others have beyond trust, and completes
 * them from the log.
 */
public final class StoreRecovery {
    private static final Logger LOG = LoggerFactory.getLogger(StoreRecovery.class);
    /** Behind all names of index files, which are digits. */
    private static final String ANY_NAME = "~";

    /** A killed process leaves no holes in what it has written: behind the end of the log so much is searched, to be sure. */
    private static final long KILL_SEARCH_BYTES = 64 << 20;

    private final Path rootDir;
    private final Segments segments;
    private final QueueTable queues;
    private final KeyIndex index;
    private final boolean indexEnabled;
    private final LogCatchUp catchUp;
    private final DeletedTopics deletedTopics;
    private final boolean follower;
    private final LogRecovery log;

    public StoreRecovery(
            Path rootDir,
            Segments segments,
            QueueTable queues,
            KeyIndex index,
            boolean indexEnabled,
            LogCatchUp catchUp,
            DeletedTopics deletedTopics,
            boolean follower) {
        this.rootDir = rootDir;
        this.segments = segments;
        this.queues = queues;
        this.index = index;
        this.indexEnabled = indexEnabled;
        this.catchUp = catchUp;
        this.deletedTopics = deletedTopics;
        this.follower = follower;
        this.log = new LogRecovery(segments);
    }

    /**
     * What recovery found.
     *
     * @param forcedTo the log was known to be on disk before this address
     * @param recordsRead how many records had to be read from the log to find its end
     */
    public record Outcome(long logEnd, long forcedTo, long newestTimestampMs, long recordsRead) {}

    public Outcome run() {
        AbortFile abort = new AbortFile(rootDir);
        boolean aborted = abort.exists();
        Progress progress = Progress.read(rootDir);
        RecoveryPlan plan = RecoveryPlan.make(segments, log, progress, Checkpoint.read(rootDir), aborted);
        index.load();
        if (aborted && !plan.foreign() && !segments.isEmpty() && abort.isOfThisBoot()) {
            Outcome outcome = recoverAfterKill(progress, plan);
            if (outcome != null) {
                return outcome;
            }
        }
        long end = plan.clean() ? plan.logFrom() : findEnd(plan, aborted);
        if (plan.foreign() && !aborted && !segments.isEmpty() && plan.logFrom() == segments.minOffset()) {
            log.refuseUnknownFormat();
        }
        try {
            recover(plan, progress, end);
        } catch (IOException e) {
            throw new StoreException(rootDir, "recovery failed", e);
        }
        return new Outcome(end, Math.min(plan.logFrom(), end), log.newestTimestampMs(), log.recordCount());
    }

    /**
     * A process was killed, the machine went on: all that it had written is there, whether it was forced or not, and queues and index lack only what the log has
     * behind the newest entry of all queues. Null when something contradicts that.
     */
    private Outcome recoverAfterKill(Progress progress, RecoveryPlan plan) {
        LongAccumulator newest = new LongAccumulator(Math::max, plan.logFrom());
        QueueLoader.EntryCheck check = (topic, queueId, queueOffset, physicalOffset) -> {
            newest.accumulate(physicalOffset);
            return pointsTo(topic, queueId, queueOffset, physicalOffset);
        };
        QueueLoader loader = new QueueLoader(queues, segments.last().end(), check, true, deletedTopics::isDead);
        loader.loadAll();
        boolean queuesMissing = loader.damagedCount() > 0
                || loader.entrySum() < progress.queueEntrySum()
                || (isBegunAsNow(progress)
                        && loader.beginSum() > progress.beginnings().queueOffsetSum());
        if (queuesMissing || isIndexMissing(plan, progress) || !index.resumeAfterKill(progress.index())) {
            return null;
        }
        long from = newest.get();
        long end = log.findEnd(from, KILL_SEARCH_BYTES);
        log.dropFilesBehind(end);
        try {
            catchUp.run(from, end, from, false);
        } catch (IOException e) {
            throw new StoreException(rootDir, "recovery failed", e);
        }
        queues.all().forEach(ConsumeQueue::resumeAfterLast);
        LOG.info(
                "recovered {} after its process was killed: log from {} to {} ({} records)",
                rootDir,
                from,
                end,
                log.recordCount());
        return new Outcome(end, Math.min(plan.logFrom(), end), log.newestTimestampMs(), log.recordCount());
    }

    /**
     * A follower goes back to the first gap in what had not been forced: its master sends from there on. With a later end it would claim to have what the gap holds,
     * and the master would count it as a copy. That holds before our first checkpoint, too; only a directory that RocketMQ closed in order is read to its end.
     */
    private long findEnd(RecoveryPlan plan, boolean aborted) {
        return follower && (aborted || !plan.foreign())
                ? log.findFirstGap(plan.logFrom())
                : log.findEnd(plan.logFrom());
    }

    private void recover(RecoveryPlan plan, Progress progress, long end) throws IOException {
        log.dropFilesBehind(end);
        RecoveryPlan adjusted = resumeIndex(loadQueues(plan, progress, end), progress);
        long from = Math.max(
                segments.minOffset(),
                indexEnabled ? Math.min(adjusted.queuesFrom(), adjusted.indexFrom()) : adjusted.queuesFrom());
        boolean nothingToDo = plan.clean() && from >= end;
        if (!nothingToDo && end > from) {
            catchUp.run(from, end, plan.logFrom(), false);
        }
        queues.all().forEach(ConsumeQueue::resumeAfterLast);
        if (!nothingToDo && !segments.isEmpty()) {
            LOG.info(
                    "recovered {}: log checked from {} ({} records), queues and index completed from {} to {}{}",
                    rootDir,
                    plan.logFrom(),
                    log.recordCount(),
                    from,
                    end,
                    log.damages().isEmpty() ? "" : ", damaged ranges " + log.damages());
        }
    }

    private RecoveryPlan loadQueues(RecoveryPlan plan, Progress progress, long end) {
        long bound = Math.min(plan.queuesFrom(), end);
        QueueLoader loader = new QueueLoader(queues, bound, this::pointsTo, !plan.clean(), deletedTopics::isDead);
        loader.loadAll();
        if (isBegunAsNow(progress) && loader.beginSum() > progress.beginnings().queueOffsetSum()) {
            loader.emptyLateBeginners();
        }
        boolean incomplete = (progress == null || plan.foreign())
                ? loader.loadedCount() == 0
                : loader.entrySum() < progress.queueEntrySum();
        if (incomplete && progress != null && !plan.foreign()) {
            LOG.error(
                    "{}: queues hold {} entries where {} were; what is missing comes back from the log",
                    queues.dir(),
                    loader.entrySum(),
                    progress.queueEntrySum());
        }
        return incomplete || loader.damagedCount() > 0 ? plan.withQueuesFrom(segments.minOffset()) : plan;
    }

    /** Whether retention has taken nothing since progress was noted. */
    private boolean isBegunAsNow(Progress progress) {
        return progress != null && progress.beginnings().logMinOffset() == segments.minOffset();
    }

    private RecoveryPlan resumeIndex(RecoveryPlan plan, Progress progress) throws IOException {
        if (segments.isEmpty()) {
            index.resume(KeyIndex.Progress.NONE);
            return plan;
        }
        if (isIndexMissing(plan, progress)) {
            index.dropAll("files are missing or make no sense");
            return plan.withIndexFrom(segments.minOffset());
        }
        if (plan.clean() && index.resumeClean(progress.index())) {
            return plan;
        }
        String before = plan.foreign() ? ANY_NAME : progress.index().fileName();
        if (index.dropIfForeign(before, this::wasStored)) {
            return plan.withIndexFrom(segments.minOffset());
        }
        long missingFrom = plan.foreign() ? index.resumeAsFound() : index.resume(progress.index());
        return missingFrom == KeyIndex.COMPLETE
                ? plan
                : plan.withIndexFrom(Math.max(segments.minOffset(), Math.min(missingFrom, plan.indexFrom())));
    }

    private boolean isIndexMissing(RecoveryPlan plan, Progress progress) {
        boolean filesMissing = isBegunAsNow(progress)
                && !plan.foreign()
                && index.fileCountUpTo(progress.index().fileName())
                        < progress.beginnings().indexFiles();
        return filesMissing || index.isImplausible();
    }

    private boolean wasStored(long physicalOffset, long storeTimestampMs) {
        return physicalOffset < segments.minOffset()
                || isRecord(physicalOffset, record -> record.storeTimestampMs() == storeTimestampMs);
    }

    /** Whether the record of a queue's last entry is the one that is meant, as far as the log still holds it. */
    private boolean pointsTo(String topic, int queueId, long queueOffset, long physicalOffset) {
        return physicalOffset < segments.minOffset()
                || isRecord(
                        physicalOffset,
                        record -> record.queueId() == queueId
                                && record.queueOffset() == queueOffset
                                && record.topic().equals(topic));
    }

    private boolean isRecord(long physicalOffset, Predicate<RecordView> wanted) {
        Segment segment = segments.retain(physicalOffset);
        if (segment == null) {
            return false;
        }
        Mapping mapping = segment.mapping();
        try {
            RecordCheck check = new RecordCheck();
            int at = (int) (physicalOffset - segment.base());
            return check.checkStructure(segment.buffer(), at, segment.sizeBytes(), physicalOffset) == Finding.RECORD
                    && wanted.test(check.view());
        } finally {
            mapping.release();
        }
    }
}
