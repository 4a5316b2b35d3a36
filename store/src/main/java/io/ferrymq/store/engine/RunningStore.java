package io.ferrymq.store.engine;

import io.ferrymq.common.Clock;
import io.ferrymq.store.AppendResult;
import io.ferrymq.store.BatchToStore;
import io.ferrymq.store.DurabilityCallback;
import io.ferrymq.store.LogReads;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import io.ferrymq.store.QueueReads;
import io.ferrymq.store.RawLog;
import io.ferrymq.store.StoreAdmin;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreException;
import io.ferrymq.store.StoreFacts;
import io.ferrymq.store.StoreHooks;
import io.ferrymq.store.dispatch.Derivation;
import io.ferrymq.store.dispatch.DispatchRing;
import io.ferrymq.store.dispatch.Dispatcher;
import io.ferrymq.store.dispatch.LogCatchUp;
import io.ferrymq.store.flush.LogFlusher;
import io.ferrymq.store.flush.LogForcer;
import io.ferrymq.store.log.AppendChecks;
import io.ferrymq.store.log.AppendLock;
import io.ferrymq.store.log.CommitLog;
import io.ferrymq.store.log.LogScanner;
import io.ferrymq.store.log.LogTail;
import io.ferrymq.store.log.RawAppender;
import io.ferrymq.store.log.StoreTimes;
import io.ferrymq.store.queue.ConsumeQueue;
import io.ferrymq.store.read.LogReader;
import io.ferrymq.store.read.QueueReader;
import io.ferrymq.store.read.RawLogAccess;
import io.ferrymq.store.read.RecordAccess;
import io.ferrymq.store.recovery.AbortFile;
import io.ferrymq.store.recovery.DirectoryLock;
import io.ferrymq.store.recovery.StoreRecovery;
import io.ferrymq.store.retention.DiskWatch;
import io.ferrymq.store.retention.Retention;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The store at work: the parts wired together, and the order in which they stop. */
final class RunningStore implements MessageStore {
    private static final Logger LOG = LoggerFactory.getLogger(RunningStore.class);
    private static final int RING_SLOTS = 16 * 1024;
    private static final long LEFTOVERS_INTERVAL_MS = 500;

    private final StoreConfig config;
    private final Clock clock;
    private final StoreHooks hooks;
    private final StoreParts parts;
    private final DirectoryLock directoryLock;
    private final StoreState state = new StoreState();
    private final AppendLock appendLock = new AppendLock();
    private final StoreThreads threads = new StoreThreads();
    private final LogTail tail;
    private final Derivation derivation;
    private final Dispatcher dispatcher;
    private final LogFlusher flusher;
    private final QueueReads queueReads;
    private final LogReads logReads;
    private final RawLog rawLog;
    private final DiskWatch diskWatch;
    private final Retention retention;
    private final CheckpointWriter checkpoints;
    private final CommitLog commitLog;
    private final StoreAdmin admin;
    private final long bootTimestampMs;
    private volatile boolean closing;

    RunningStore(
            StoreConfig config,
            Clock clock,
            StoreHooks hooks,
            StorePlatform platform,
            StoreParts parts,
            StoreRecovery.Outcome recovered,
            long lastTimestampMs,
            DirectoryLock directoryLock) {
        this.config = config;
        this.clock = clock;
        this.hooks = hooks;
        this.parts = parts;
        this.directoryLock = directoryLock;
        this.tail =
                new LogTail(parts.segments(), platform.space(), config.files().reserveStepBytes(), recovered.logEnd());
        this.derivation = new Derivation(
                parts.index(),
                config.writes().indexEnabled(),
                hooks.arrivals(),
                StoreEngine.extender(config, parts, hooks),
                recovered.newestTimestampMs());
        this.dispatcher = newDispatcher();
        LogForcer forcer = new LogForcer(parts.segments(), platform.force(), recovered.forcedTo());
        this.flusher = new LogFlusher(forcer, config.flush(), tail::endOffset, new FlushOutcome(), threads.ticks());
        RecordAccess records = new RecordAccess(parts.segments(), tail::endOffset, recovered.logEnd());
        this.queueReads = new QueueReader(parts.queues(), records, parts.segments(), config.reads());
        this.logReads = new LogReader(
                records,
                parts.segments(),
                parts.index(),
                parts.tombstones(),
                config.reads(),
                flusher::forcedTo,
                this::readableOffset);
        RawAppender rawAppender = new RawAppender(parts.segments(), tail, appendLock, state, dispatcher::rawAppended);
        this.rawLog = new RawLogAccess(records, rawAppender, parts.segments().sizeBytes());
        LiveLimits limits = new LiveLimits(config);
        this.diskWatch = new DiskWatch(limits::retention, platform.gauge(), config.commitLogDir(), state::overLimit);
        this.retention = new Retention(
                limits::retention,
                parts.segments(),
                platform.gauge(),
                tail::endOffset,
                hooks.retentionFloor(),
                this::trim);
        this.checkpoints = new CheckpointWriter(
                config.rootDir(),
                dispatcher,
                derivation,
                parts.queues(),
                parts.index(),
                parts.segments()::minOffset,
                flusher);
        this.commitLog = newCommitLog(limits, new StoreTimes(clock, lastTimestampMs));
        this.admin = new StoreAdministration(
                config,
                parts.queues(),
                new TopicDeletion(parts, dispatcher, appendLock, tail, this::writeCheckpoint),
                retention,
                limits,
                clock,
                platform.gauge(),
                this::facts);
        this.bootTimestampMs = clock.nowMs();
    }

    // The next two are part of the constructor, and use what it has set by then.
    private Dispatcher newDispatcher() {
        return new Dispatcher(
                new DispatchRing(RING_SLOTS),
                parts.tagsCodes(),
                derivation,
                new LogCatchUp(
                        new LogScanner(parts.segments()),
                        parts.queues(),
                        parts.tagsCodes(),
                        derivation,
                        parts.tombstones()),
                appendLock,
                new Dispatcher.Limits(this::readableOffset, tail::endOffset),
                e -> state.queuesBlocked("no space for consume queues or index on the disk of " + config.rootDir()
                        + " (" + e.getMessage() + "); sends go on once there is"));
    }

    private CommitLog newCommitLog(LiveLimits limits, StoreTimes times) {
        return new CommitLog(
                tail,
                parts.queues(),
                appendLock,
                state,
                dispatcher,
                new AppendChecks(limits::writes, parts.segments().sizeBytes()),
                times);
    }

    void start() {
        trim(parts.segments().minOffset());
        diskWatch.check();
        tail.start();
        flusher.start();
        threads.everyTick("dispatching leftovers", LEFTOVERS_INTERVAL_MS, this::dispatchLeftovers);
        threads.everyTick("looking at the use of the disk", config.retention().checkIntervalMs(), diskWatch::check);
        threads.everyRound(
                "deleting old files", config.retention().cleanIntervalMs(), () -> retention.clean(clock.nowMs()));
        threads.everyRound("writing the checkpoint", config.flush().queueThoroughIntervalMs(), this::writeCheckpoint);
    }

    private void dispatchLeftovers() {
        if (dispatcher.behindBytes() > 0) {
            dispatcher.dispatch();
        }
        if (!dispatcher.isBlocked()) {
            state.queuesBlocked(null);
        }
    }

    private void writeCheckpoint() {
        if (state.isBroken()) {
            return;
        }
        try {
            checkpoints.write(false);
        } catch (IOException e) {
            diskFailed("consume queues or index in " + config.rootDir() + " could not be forced to disk", e);
        }
    }

    /** A failed force may have lost what was written: the next start must not rely on it, although the machine goes on. */
    private void diskFailed(String what, IOException cause) {
        state.broken(what, cause);
        try {
            new AbortFile(config.rootDir()).distrust();
        } catch (StoreException e) {
            LOG.error("the mark of this run stays as it is", e);
        }
    }

    private void trim(long logMinOffset) {
        dispatcher.exclusively(() -> {
            for (ConsumeQueue queue : parts.queues().all().toList()) {
                try {
                    queue.trim(logMinOffset);
                } catch (IOException e) {
                    LOG.error("{}/{} cannot be trimmed", queue.topic(), queue.queueId(), e);
                }
            }
            parts.index().trim(logMinOffset);
            parts.tombstones().trim(logMinOffset);
        });
    }

    private long readableOffset() {
        if (closing) {
            return tail.endOffset();
        }
        long durable = config.flush().isSync() ? flusher.forcedTo() : tail.endOffset();
        return Math.min(durable, hooks.confirmOffset().getAsLong());
    }

    @Override
    public AppendResult append(MessageToStore message) {
        beOwnMaster();
        AppendResult result = commitLog.append(message);
        keepUp();
        return result;
    }

    @Override
    public AppendResult appendBatch(BatchToStore batch) {
        beOwnMaster();
        AppendResult result = commitLog.append(batch);
        keepUp();
        return result;
    }

    @Override
    public long appendHeldMs() {
        return appendLock.heldMs();
    }

    private void beOwnMaster() {
        if (dispatcher.isFollowing()) {
            dispatcher.takeOver(() -> parts.queues().all().forEach(ConsumeQueue::resumeAfterLast));
        }
    }

    private void keepUp() {
        if (dispatcher.isAlmostFull()) {
            dispatcher.dispatch();
        }
    }

    @Override
    public void dispatch() {
        hooks.appended().run();
        if (config.flush().isSync()) {
            flusher.wakeUp();
        }
        dispatcher.dispatch();
    }

    @Override
    public void whenDurable(long logEndOffset, long timeoutMs, DurabilityCallback callback) {
        flusher.whenDurable(logEndOffset, timeoutMs, callback);
    }

    @Override
    public QueueReads queues() {
        return queueReads;
    }

    @Override
    public LogReads log() {
        return logReads;
    }

    @Override
    public RawLog rawLog() {
        return rawLog;
    }

    @Override
    public StoreAdmin admin() {
        return admin;
    }

    private StoreFacts facts() {
        return new StoreFacts(
                parts.segments().minOffset(),
                tail.endOffset(),
                flusher.forcedTo(),
                dispatcher.behindBytes(),
                appendLock.heldMs(),
                appendLock.heldMaxMs(),
                appendLock.counts(),
                commitLog.appendedMessages(),
                bootTimestampMs,
                state.reason());
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closing) {
                return;
            }
            closing = true;
        }
        state.closing();
        // Whoever was appending has finished when this lock is ours.
        appendLock.lock();
        appendLock.unlock();
        threads.close();
        dispatcher.dispatch();
        leaveInOrder();
        flusher.close();
        tail.close();
        parts.close();
        directoryLock.close();
    }

    /** The mark of a crash goes only when everything is on disk and complete; otherwise the next start recovers. */
    private void leaveInOrder() {
        if (!state.isBroken() && dispatcher.isFollowing() && dispatcher.behindBytes() > 0) {
            LOG.info(
                    "{}: closed within a message of the master; the next start begins before it ({} bytes)",
                    config.rootDir(),
                    dispatcher.behindBytes());
            return;
        }
        if (state.isBroken() || dispatcher.behindBytes() > 0) {
            LOG.error(
                    "{}: not closed in order ({} bytes not dispatched, {}); the next start will recover",
                    config.rootDir(),
                    dispatcher.behindBytes(),
                    state.reason());
            return;
        }
        try {
            if (checkpoints.write(true)) {
                new AbortFile(config.rootDir()).delete();
            }
        } catch (IOException e) {
            LOG.error("{}: not closed in order; the next start will recover", config.rootDir(), e);
        }
    }

    private final class FlushOutcome implements LogFlusher.Listener {
        @Override
        public void onForced() {
            if (config.flush().isSync()) {
                dispatcher.dispatch();
            }
        }

        @Override
        public void onFailure(IOException cause) {
            diskFailed("the commit log in " + config.commitLogDir() + " could not be forced to disk", cause);
        }
    }
}
