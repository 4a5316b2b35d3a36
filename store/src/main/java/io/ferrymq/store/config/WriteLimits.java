package io.ferrymq.store.config;

import java.util.Arrays;
import java.util.List;

/**
 * What may be written.
 *
 * @param bodyMaxBytes {@code maxMessageSize}
 * @param longTopicRecords {@code autoMessageVersionOnTopicLen}: topics over 127 bytes get records of version 2
 * @param indexEnabled {@code messageIndexEnable}
 * @param lockWaitMaxMs {@code osPageCacheBusyTimeOutMills}: how long a message waits for the log when the disk is slow
 * @param delayLevelsMs {@code messageDelayLevel}: delay of level 1, 2, …
 */
public record WriteLimits(
        int bodyMaxBytes,
        boolean longTopicRecords,
        boolean indexEnabled,
        long lockWaitMaxMs,
        List<Long> delayLevelsMs) {
    /** What a record may add to a body of the largest size. */
    public static final int RECORD_OVERHEAD_MAX_BYTES = 64 * 1024;

    public static final WriteLimits DEFAULT = new WriteLimits(
            4 << 20,
            true,
            true,
            1_000,
            levels(1, 5, 10, 30, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 1200, 1800, 3600, 7200));

    public WriteLimits {
        Checks.range("maxMessageSize", bodyMaxBytes, 1, Integer.MAX_VALUE - RECORD_OVERHEAD_MAX_BYTES);
        Checks.range("osPageCacheBusyTimeOutMills", lockWaitMaxMs, 1, 3_600_000);
        delayLevelsMs = List.copyOf(delayLevelsMs);
    }

    private static List<Long> levels(long... seconds) {
        return Arrays.stream(seconds).map(s -> s * 1000).boxed().toList();
    }

    public WriteLimits withBodyMaxBytes(int bytes) {
        return new WriteLimits(bytes, longTopicRecords, indexEnabled, lockWaitMaxMs, delayLevelsMs);
    }

    public WriteLimits withDelayLevelsMs(List<Long> levelsMs) {
        return new WriteLimits(bodyMaxBytes, longTopicRecords, indexEnabled, lockWaitMaxMs, levelsMs);
    }

    public WriteLimits withIndexEnabled(boolean enabled) {
        return new WriteLimits(bodyMaxBytes, longTopicRecords, enabled, lockWaitMaxMs, delayLevelsMs);
    }

    public WriteLimits withLockWaitMaxMs(long ms) {
        return new WriteLimits(bodyMaxBytes, longTopicRecords, indexEnabled, ms, delayLevelsMs);
    }
}
