package io.ferrymq.store.config;

import java.util.Set;

/**
 * When files are deleted and when sends are refused for want of space.
 *
 * @param reservedMs {@code fileReservedTime}: age of a file's newest message at which it expires
 * @param deleteHours {@code deleteWhen}: hours of the day (local time) at which expired files go
 * @param maxUsedPercent {@code diskMaxUsedSpaceRatio}: above it expired files go at any hour
 * @param cleanForciblyPercent {@code diskSpaceCleanForciblyRatio}: above it unexpired files go too, oldest first
 * @param warningLevelPercent {@code diskSpaceWarningLevelRatio}: above it sends are refused while less than {@code freeMinBytes} is free
 * @param cleanForcibly {@code cleanFileForciblyEnable}: false refuses sends instead of deleting unexpired files
 * @param freeMinBytes free space that is always enough to go on, however full the disk is in percent
 * @param checkIntervalMs how often the use of the disk is looked at
 * @param cleanIntervalMs {@code cleanResourceInterval}
 * @param deleteBatchMax log files deleted in one round (key deleteFileBatchMax)
 */
public record RetentionPolicy(
        long reservedMs,
        Set<Integer> deleteHours,
        int maxUsedPercent,
        int cleanForciblyPercent,
        int warningLevelPercent,
        boolean cleanForcibly,
        long freeMinBytes,
        long checkIntervalMs,
        long cleanIntervalMs,
        int deleteBatchMax) {
    public static final RetentionPolicy DEFAULT =
            new RetentionPolicy(72 * 3_600_000L, Set.of(4), 75, 85, 90, true, 4L << 30, 1000, 10_000, 10);

    public RetentionPolicy {
        Checks.range("fileReservedTime", reservedMs, 0, Long.MAX_VALUE);
        deleteHours = Set.copyOf(deleteHours);
        deleteHours.forEach(hour -> Checks.range("deleteWhen", hour, 0, 23));
        Checks.range("diskMaxUsedSpaceRatio", maxUsedPercent, 10, 95);
        Checks.range("diskSpaceCleanForciblyRatio", cleanForciblyPercent, 10, 100);
        Checks.range("diskSpaceWarningLevelRatio", warningLevelPercent, 10, 100);
        Checks.range("freeMinBytes", freeMinBytes, 0, Long.MAX_VALUE);
        Checks.range("checkIntervalMs", checkIntervalMs, 1, 3_600_000);
        Checks.range("cleanResourceInterval", cleanIntervalMs, 1, 3_600_000);
        Checks.range("deleteFileBatchMax", deleteBatchMax, 1, 1_000_000);
    }

    public RetentionPolicy withReservedMs(long ms) {
        return new RetentionPolicy(
                ms,
                deleteHours,
                maxUsedPercent,
                cleanForciblyPercent,
                warningLevelPercent,
                cleanForcibly,
                freeMinBytes,
                checkIntervalMs,
                cleanIntervalMs,
                deleteBatchMax);
    }

    public RetentionPolicy withIntervalsMs(long checkMs, long cleanMs) {
        return new RetentionPolicy(
                reservedMs,
                deleteHours,
                maxUsedPercent,
                cleanForciblyPercent,
                warningLevelPercent,
                cleanForcibly,
                freeMinBytes,
                checkMs,
                cleanMs,
                deleteBatchMax);
    }
}
