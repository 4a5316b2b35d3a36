package io.ferrymq.client.impl.consumer;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sum and count of what happened in the last so many milliseconds, in steps of a bucket. Thread-safe; those that add never wait
 * for one another.
 */
final class RollingSum {
    private final long bucketMs;
    private final AtomicReferenceArray<Bucket> buckets;

    private static final class Bucket {
        final long epoch;
        final LongAdder sum = new LongAdder();
        final LongAdder count = new LongAdder();

        Bucket(long epoch) {
            this.epoch = epoch;
        }
    }

    RollingSum(long bucketMs, int buckets) {
        this.bucketMs = bucketMs;
        this.buckets = new AtomicReferenceArray<>(buckets);
    }

    void add(long nowMs, long value, long count) {
        Bucket bucket = bucket(nowMs / bucketMs);
        if (value != 0) {
            bucket.sum.add(value);
        }
        bucket.count.add(count);
    }

    private Bucket bucket(long epoch) {
        int slot = (int) Math.floorMod(epoch, (long) buckets.length());
        while (true) {
            Bucket bucket = buckets.get(slot);
            // Who comes late with an older time is counted with the newer one: the slot is that one's now.
            if (bucket != null && bucket.epoch >= epoch) {
                return bucket;
            }
            Bucket next = new Bucket(epoch);
            if (buckets.compareAndSet(slot, bucket, next)) {
                return next;
            }
        }
    }

    long sum(long nowMs) {
        long total = 0;
        for (int i = 0; i < buckets.length(); i++) {
            Bucket bucket = buckets.get(i);
            total += isRecent(bucket, nowMs) ? bucket.sum.sum() : 0;
        }
        return total;
    }

    long count(long nowMs) {
        long total = 0;
        for (int i = 0; i < buckets.length(); i++) {
            Bucket bucket = buckets.get(i);
            total += isRecent(bucket, nowMs) ? bucket.count.sum() : 0;
        }
        return total;
    }

    private boolean isRecent(Bucket bucket, long nowMs) {
        return bucket != null && nowMs / bucketMs - bucket.epoch < buckets.length();
    }

    /** How long the time is that sum and count look back. */
    long windowMs() {
        return bucketMs * buckets.length();
    }
}
