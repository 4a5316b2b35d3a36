package io.ferrymq.store.config;

/**
 * When what is forced to disk.
 *
 * @param mode {@code flushDiskType}
 * @param intervalMs {@code flushIntervalCommitLog}: asynchronous flush of the log
 * @param leastPages {@code flushCommitLogLeastPages}: fewer dirty pages wait for the thorough flush
 * @param thoroughIntervalMs {@code flushCommitLogThoroughInterval}
 * @param queueThoroughIntervalMs {@code flushConsumeQueueThoroughInterval}: queues, index and checkpoint; recovery begins at the latest one
 */
public record FlushPolicy(
        FlushMode mode, long intervalMs, int leastPages, long thoroughIntervalMs, long queueThoroughIntervalMs) {
    public static final FlushPolicy ASYNC = new FlushPolicy(FlushMode.ASYNC_FLUSH, 500, 4, 10_000, 60_000);
    public static final FlushPolicy SYNC = ASYNC.withMode(FlushMode.SYNC_FLUSH);

    public FlushPolicy {
        Checks.range("flushIntervalCommitLog", intervalMs, 1, 3_600_000);
        Checks.range("flushCommitLogLeastPages", leastPages, 0, 1 << 20);
        Checks.range("flushCommitLogThoroughInterval", thoroughIntervalMs, 1, 3_600_000);
        Checks.range("flushConsumeQueueThoroughInterval", queueThoroughIntervalMs, 10, 3_600_000);
    }

    public FlushPolicy withMode(FlushMode newMode) {
        return new FlushPolicy(newMode, intervalMs, leastPages, thoroughIntervalMs, queueThoroughIntervalMs);
    }

    public boolean isSync() {
        return mode == FlushMode.SYNC_FLUSH;
    }
}
