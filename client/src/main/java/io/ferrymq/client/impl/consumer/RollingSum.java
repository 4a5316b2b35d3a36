package io.ferrymq.client.impl.consumer;

/** Sum and count of what happened in the last so many milliseconds, in steps of a bucket. Thread-safe. */
final class RollingSum {
    private final long bucketMs;
    private final long[] sums;
    private final long[] counts;
    private final long[] epochs;

    RollingSum(long bucketMs, int buckets) {
        this.bucketMs = bucketMs;
        this.sums = new long[buckets];
        this.counts = new long[buckets];
        this.epochs = new long[buckets];
    }

    synchronized void add(long nowMs, long value, long count) {
        long epoch = nowMs / bucketMs;
        int slot = (int) Math.floorMod(epoch, (long) sums.length);
        if (epochs[slot] != epoch) {
            epochs[slot] = epoch;
            sums[slot] = 0;
            counts[slot] = 0;
        }
        sums[slot] += value;
        counts[slot] += count;
    }

    synchronized long sum(long nowMs) {
        return total(sums, nowMs);
    }

    synchronized long count(long nowMs) {
        return total(counts, nowMs);
    }

    private long total(long[] values, long nowMs) {
        long epoch = nowMs / bucketMs;
        long total = 0;
        for (int i = 0; i < values.length; i++) {
            if (epoch - epochs[i] < values.length) {
                total += values[i];
            }
        }
        return total;
    }

    /** How long the time is that sum and count look back. */
    long windowMs() {
        return bucketMs * sums.length;
    }
}
