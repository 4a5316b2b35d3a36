package io.ferrymq.store.engine;

import io.ferrymq.common.Clock;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreException;
import io.ferrymq.store.StoreHooks;
import io.ferrymq.store.dispatch.Derivation;
import io.ferrymq.store.dispatch.Extender;
import io.ferrymq.store.dispatch.LogCatchUp;
import io.ferrymq.store.dispatch.TagsCodes;
import io.ferrymq.store.file.StoreFiles;
import io.ferrymq.store.index.KeyIndex;
import io.ferrymq.store.log.LogScanner;
import io.ferrymq.store.log.Segments;
import io.ferrymq.store.queue.Extensions;
import io.ferrymq.store.queue.MappedQueueFiles;
import io.ferrymq.store.queue.QueueTable;
import io.ferrymq.store.recovery.AbortFile;
import io.ferrymq.store.recovery.DirectoryLock;
import io.ferrymq.store.recovery.StoreRecovery;
import io.ferrymq.store.recovery.Tombstones;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens a store directory: lock, load, recover, start. */
public final class StoreEngine {
    private static final Logger LOG = LoggerFactory.getLogger(StoreEngine.class);

    /** A clock that differs that much from the newest message's is worth a word. */
    private static final long CLOCK_DIFFERENCE_MAX_MS = 24 * 3_600_000L;

    private StoreEngine() {}

    public static MessageStore open(StoreConfig config, Clock clock, StoreHooks hooks) {
        return open(config, clock, hooks, StorePlatform.real());
    }

    public static MessageStore open(StoreConfig config, Clock clock, StoreHooks hooks, StorePlatform platform) {
        Path rootDir = config.rootDir();
        if (Files.exists(rootDir) && !Files.isDirectory(rootDir)) {
            throw new StoreException(rootDir, "is a file, not a directory (storePathRootDir)");
        }
        StoreFiles.createDirectoriesForced(rootDir);
        DirectoryLock directoryLock = DirectoryLock.take(rootDir);
        StoreParts parts = null;
        try {
            StoreFiles.createDirectoriesForced(config.commitLogDir());
            Loaded loaded = new PatientStart(rootDir, config.recoveryRetryMs(), platform.pause())
                    .load(() -> loadAndRecover(config, platform, hooks));
            parts = loaded.parts;
            StoreRecovery.Outcome recovered = loaded.recovered;
            new AbortFile(rootDir).create();
            long lastTimestampMs = timestampToGoOnFrom(recovered.newestTimestampMs(), clock.nowMs(), rootDir);
            RunningStore store =
                    new RunningStore(config, clock, hooks, platform, parts, recovered, lastTimestampMs, directoryLock);
            store.start();
            return store;
        } catch (RuntimeException e) {
            if (parts != null) {
                parts.close();
            }
            directoryLock.close();
            throw e;
        }
    }

    private record Loaded(StoreParts parts, StoreRecovery.Outcome recovered) {}

    private static Loaded loadAndRecover(StoreConfig config, StorePlatform platform, StoreHooks hooks) {
        StoreParts parts = load(config, platform);
        try {
            return new Loaded(parts, recover(config, parts, hooks));
        } catch (RuntimeException | InternalError e) {
            parts.close();
            throw e;
        }
    }

    private static StoreParts load(StoreConfig config, StorePlatform platform) {
        Segments segments = Segments.load(config.commitLogDir(), config.files().logSegmentBytes());
        MappedQueueFiles mapped = new MappedQueueFiles(config.files().mappedQueueFilesMax());
        QueueTable queues = new QueueTable(
                config.rootDir().resolve("consumequeue"),
                config.files().queueFileBytes(),
                mapped,
                platform.space(),
                new Extensions(
                        config.rootDir().resolve("consumequeue_ext"),
                        config.files().extensionFileBytes(),
                        mapped,
                        platform.space()));
        KeyIndex index = new KeyIndex(
                config.rootDir().resolve("index"),
                config.files().indexSlots(),
                config.files().indexEntries(),
                platform.space());
        TagsCodes tagsCodes = new TagsCodes(config.writes().delayLevelsMs());
        return new StoreParts(segments, queues, index, tagsCodes, new Tombstones(config.rootDir()));
    }

    static Extender extender(StoreConfig config, StoreParts parts, StoreHooks hooks) {
        return new Extender(parts.segments(), hooks.bitMaps(), config.files().extensionFileBytes() > 0);
    }

    private static StoreRecovery.Outcome recover(StoreConfig config, StoreParts parts, StoreHooks hooks) {
        boolean indexEnabled = config.writes().indexEnabled();
        // Nobody waits for messages yet.
        Derivation silent = new Derivation(
                parts.index(), indexEnabled, StoreHooks.none().arrivals(), extender(config, parts, hooks), 0);
        LogCatchUp catchUp = new LogCatchUp(
                new LogScanner(parts.segments()), parts.queues(), parts.tagsCodes(), silent, parts.tombstones());
        return new StoreRecovery(
                        config.rootDir(),
                        parts.segments(),
                        parts.queues(),
                        parts.index(),
                        indexEnabled,
                        catchUp,
                        parts.tombstones(),
                        config.follower())
                .run();
    }

    /** Store times never decrease, unless the clock once was so far ahead that it must have been wrong. */
    private static long timestampToGoOnFrom(long newestMs, long nowMs, Path rootDir) {
        if (newestMs <= nowMs + CLOCK_DIFFERENCE_MAX_MS) {
            return newestMs;
        }
        LOG.warn(
                "{}: the newest message was stored at {}, now it is {}: the clock was or is wrong; new messages get"
                        + " the present time",
                rootDir,
                Instant.ofEpochMilli(newestMs),
                Instant.ofEpochMilli(nowMs));
        return 0;
    }
}
