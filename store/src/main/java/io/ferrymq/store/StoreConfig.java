package io.ferrymq.store;

import io.ferrymq.store.config.FileSizes;
import io.ferrymq.store.config.FlushPolicy;
import io.ferrymq.store.config.ReadLimits;
import io.ferrymq.store.config.RetentionPolicy;
import io.ferrymq.store.config.WriteLimits;
import java.nio.file.Path;
import java.util.Objects;

/**
 * All settings of a store, checked. Change one group with {@code with…}.
 *
 * @param rootDir {@code storePathRootDir}
 * @param commitLogDir {@code storePathCommitLog}
 * @param recoveryRetryMs {@code recoveryRetryTimeoutMills}: for how long a start tries again when the disk fails
 * @param follower whether the log is a copy of a master's, who sends again what is missing from the first gap on ({@code brokerRole=SLAVE})
 */
public record StoreConfig(
        Path rootDir,
        Path commitLogDir,
        FileSizes files,
        FlushPolicy flush,
        WriteLimits writes,
        ReadLimits reads,
        RetentionPolicy retention,
        long recoveryRetryMs,
        boolean follower) {
    /** For how long errors of the disk at a start are taken as passing ones. */
    public static final long RECOVERY_RETRY_MS = 30_000;

    public StoreConfig {
        Objects.requireNonNull(rootDir, "storePathRootDir");
        Objects.requireNonNull(commitLogDir, "storePathCommitLog");
        Objects.requireNonNull(files, "files");
        Objects.requireNonNull(flush, "flush");
        Objects.requireNonNull(writes, "writes");
        Objects.requireNonNull(reads, "reads");
        Objects.requireNonNull(retention, "retention");
    }

    /** RocketMQ's defaults below this directory. */
    public static StoreConfig defaults(Path rootDir) {
        return new StoreConfig(
                rootDir,
                rootDir.resolve("commitlog"),
                FileSizes.DEFAULT,
                FlushPolicy.ASYNC,
                WriteLimits.DEFAULT,
                ReadLimits.DEFAULT,
                RetentionPolicy.DEFAULT,
                RECOVERY_RETRY_MS,
                false);
    }

    public StoreConfig withCommitLogDir(Path dir) {
        return new StoreConfig(rootDir, dir, files, flush, writes, reads, retention, recoveryRetryMs, follower);
    }

    public StoreConfig withFiles(FileSizes sizes) {
        return new StoreConfig(
                rootDir, commitLogDir, sizes, flush, writes, reads, retention, recoveryRetryMs, follower);
    }

    public StoreConfig withFlush(FlushPolicy policy) {
        return new StoreConfig(
                rootDir, commitLogDir, files, policy, writes, reads, retention, recoveryRetryMs, follower);
    }

    public StoreConfig withWrites(WriteLimits limits) {
        return new StoreConfig(
                rootDir, commitLogDir, files, flush, limits, reads, retention, recoveryRetryMs, follower);
    }

    public StoreConfig withReads(ReadLimits limits) {
        return new StoreConfig(
                rootDir, commitLogDir, files, flush, writes, limits, retention, recoveryRetryMs, follower);
    }

    public StoreConfig withRetention(RetentionPolicy policy) {
        return new StoreConfig(rootDir, commitLogDir, files, flush, writes, reads, policy, recoveryRetryMs, follower);
    }

    public StoreConfig withRecoveryRetryMs(long ms) {
        return new StoreConfig(rootDir, commitLogDir, files, flush, writes, reads, retention, ms, follower);
    }

    public StoreConfig withFollower(boolean isFollower) {
        return new StoreConfig(
                rootDir, commitLogDir, files, flush, writes, reads, retention, recoveryRetryMs, isFollower);
    }
}
