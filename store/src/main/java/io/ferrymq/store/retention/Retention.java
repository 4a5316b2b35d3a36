package io.ferrymq.store.retention;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.config.RetentionPolicy;
import io.ferrymq.store.log.Segment;
import io.ferrymq.store.log.Segments;
import io.ferrymq.store.read.LogReader;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes log files, oldest first: expired ones at the hour for it or when the disk is used too much, unexpired ones when it is nearly full. A file's age is that of its
 * newest message. The file being written stays.
 */
public final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    private final Supplier<RetentionPolicy> policies;
    private final Segments segments;
    private final DiskGauge gauge;
    private final LongSupplier logEnd;
    private final LongSupplier floor;
    private final LongConsumer trimmed;

    /**
     * @param policies the policy in force, asked in each round
     * @param floor files that hold this address or later ones do not go for age
     * @param trimmed told the new beginning of the log
     */
    public Retention(
            Supplier<RetentionPolicy> policies,
            Segments segments,
            DiskGauge gauge,
            LongSupplier logEnd,
            LongSupplier floor,
            LongConsumer trimmed) {
        this.policies = policies;
        this.segments = segments;
        this.gauge = gauge;
        this.logEnd = logEnd;
        this.floor = floor;
        this.trimmed = trimmed;
    }

    /** One round by the clock. Returns how many log files went. */
    public int clean(long nowMs) {
        RetentionPolicy policy = policies.get();
        int used = gauge.measure(segments.dir()).usedPercent();
        int hour = Instant.ofEpochMilli(nowMs).atZone(ZoneId.systemDefault()).getHour();
        boolean expiredGo = policy.deleteHours().contains(hour) || used > policy.maxUsedPercent();
        boolean allGo = policy.cleanForcibly() && used > policy.cleanForciblyPercent();
        return expiredGo || allGo ? delete(nowMs, policy, allGo) : 0;
    }

    /** Expired files, at any hour. */
    public int deleteExpired(long nowMs) {
        return delete(nowMs, policies.get(), false);
    }

    private synchronized int delete(long nowMs, RetentionPolicy policy, boolean unexpiredToo) {
        int deleted = 0;
        while (deleted < policy.deleteBatchMax() && deleteOldest(nowMs, policy, unexpiredToo)) {
            deleted++;
        }
        if (deleted > 0) {
            trimmed.accept(segments.minOffset());
        }
        return deleted;
    }

    private boolean deleteOldest(long nowMs, RetentionPolicy policy, boolean unexpiredToo) {
        List<Segment> all = segments.list();
        if (all.size() < 2 || all.get(1).base() >= logEnd.getAsLong()) {
            return false;
        }
        Segment oldest = all.get(0);
        long newestMs = newestTimestampMs(oldest, all.get(1), nowMs);
        boolean expired = nowMs - newestMs >= policy.reservedMs() && oldest.end() <= floor.getAsLong();
        if (!expired && !unexpiredToo) {
            return false;
        }
        if (expired) {
            LOG.info("{}: deleted, its newest message is of {}", oldest, Instant.ofEpochMilli(newestMs));
        } else {
            LOG.warn(
                    "{}: deleted for want of space although its newest message is of {} and may be unread; above {} % (diskSpaceCleanForciblyRatio) the oldest files go, unless cleanFileForciblyEnable = false",
                    oldest, Instant.ofEpochMilli(newestMs), policy.cleanForciblyPercent());
        }
        segments.deleteFirst();
        return true;
    }

    /** The first message of the next file is at most a moment younger. A time in the future cannot be right: then the file's own time counts. */
    private long newestTimestampMs(Segment segment, Segment next, long nowMs) {
        long storeMs = LogReader.firstStoreTimestampMs(segments, next.base(), logEnd.getAsLong());
        if (storeMs > 0 && storeMs <= nowMs) {
            return storeMs;
        }
        try {
            return Files.getLastModifiedTime(segment.path()).toMillis();
        } catch (IOException e) {
            throw new StoreException(segment.path(), "cannot be read", e);
        }
    }
}
