package io.ferrymq.broker.pull;

import io.netty.channel.EventLoop;
import io.netty.util.collection.LongObjectHashMap;
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
    private final long originNanos;

    /** Pulls whose time ends within the same 100 ms, in the order they came. */
    static final class Bucket {
        private WaitingPull first;
        private WaitingPull last;

        private void add(WaitingPull pull) {
            pull.bucket = this;
            pull.dueBefore = last;
            if (last == null) {
                first = pull;
            } else {
                last.dueAfter = pull;
            }
            last = pull;
        }

        private void remove(WaitingPull pull) {
            WaitingPull before = pull.dueBefore;
            WaitingPull after = pull.dueAfter;
            if (before == null) {
                first = after;
            } else {
                before.dueAfter = after;
            }
            if (after == null) {
                last = before;
            } else {
                after.dueBefore = before;
            }
            pull.dueBefore = null;
            pull.dueAfter = null;
            pull.bucket = null;
        }
    }

    DeadlineBuckets(EventLoop loop, Consumer<WaitingPull> onDeadline) {
        this.loop = loop;
        this.onDeadline = onDeadline;
        this.originNanos = loop.ticker().nanoTime();
    }

    void add(WaitingPull pull, long waitMs) {
        long sinceNanos = loop.ticker().nanoTime() - originNanos;
        long number = (sinceNanos + TimeUnit.MILLISECONDS.toNanos(waitMs) + BUCKET_NANOS - 1) / BUCKET_NANOS;
        Bucket bucket = buckets.get(number);
        if (bucket == null) {
            bucket = new Bucket();
            buckets.put(number, bucket);
            loop.schedule(() -> fire(number), number * BUCKET_NANOS - sinceNanos, TimeUnit.NANOSECONDS);
        }
        bucket.add(pull);
    }

    /** A pull ends before its time, or has just ended by it. */
    void remove(WaitingPull pull) {
        if (pull.bucket != null) {
            pull.bucket.remove(pull);
        }
    }

    /** How many timers run: one for each bucket, whatever it holds. */
    int timers() {
        return buckets.size();
    }

    private void fire(long number) {
        Bucket bucket = buckets.remove(number);
        for (WaitingPull pull = bucket.first; pull != null; pull = bucket.first) {
            bucket.remove(pull);
            onDeadline.accept(pull);
        }
    }
}
