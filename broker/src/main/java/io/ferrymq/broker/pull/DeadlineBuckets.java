package io.ferrymq.broker.pull;

import io.netty.channel.EventLoop;
import io.netty.util.collection.LongObjectHashMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The ends of the waiting time of one event loop's pulls, in buckets of 100 ms. Each bucket has one timer, so that any number of
 * pulls that wait for nothing costs nothing but their memory. Used on that event loop only.
 */
final class DeadlineBuckets {
    private static final long BUCKET_MS = 100;
    private static final long BUCKET_NANOS = TimeUnit.MILLISECONDS.toNanos(BUCKET_MS);

    private final EventLoop loop;
    private final Consumer<WaitingPull> onDeadline;
    private final LongObjectHashMap<Bucket> buckets = new LongObjectHashMap<>();
    private final long originNanos = System.nanoTime();

    /** Pulls whose time ends within the same 100 ms. */
    static final class Bucket {
        private final Set<WaitingPull> pulls = new HashSet<>();
    }

    DeadlineBuckets(EventLoop loop, Consumer<WaitingPull> onDeadline) {
        this.loop = loop;
        this.onDeadline = onDeadline;
    }

    void add(WaitingPull pull, long waitMs) {
        long sinceNanos = System.nanoTime() - originNanos;
        long number = (sinceNanos + TimeUnit.MILLISECONDS.toNanos(waitMs) + BUCKET_NANOS - 1) / BUCKET_NANOS;
        Bucket bucket = buckets.get(number);
        if (bucket == null) {
            bucket = new Bucket();
            buckets.put(number, bucket);
            loop.schedule(() -> fire(number), number * BUCKET_NANOS - sinceNanos, TimeUnit.NANOSECONDS);
        }
        bucket.pulls.add(pull);
        pull.bucket = bucket;
    }

    void remove(WaitingPull pull) {
        pull.bucket.pulls.remove(pull);
    }

    private void fire(long number) {
        Bucket bucket = buckets.remove(number);
        List<WaitingPull> due = new ArrayList<>(bucket.pulls);
        due.forEach(onDeadline);
    }
}
