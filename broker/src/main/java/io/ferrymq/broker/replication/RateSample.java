package io.ferrymq.broker.replication;

import java.util.concurrent.TimeUnit;

/** Bytes a second over the last second or more. Counted by one thread, read by any. */
final class RateSample {
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long countedBytes;
    private long beganNanos = System.nanoTime();
    private volatile long bytesPerSecond;

    void add(int bytes) {
        countedBytes += bytes;
    }

    void sample(long nowNanos) {
        long passed = nowNanos - beganNanos;
        if (passed >= WINDOW_NANOS) {
            bytesPerSecond = countedBytes * WINDOW_NANOS / passed;
            countedBytes = 0;
            beganNanos = nowNanos;
        }
    }

    long bytesPerSecond() {
        return bytesPerSecond;
    }
}
