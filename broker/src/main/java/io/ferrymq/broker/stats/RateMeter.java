package io.ferrymq.broker.stats;

/** A rate over the last minute, from a counter that is looked at every ten seconds. */
final class RateMeter {
    private static final int SAMPLES = 7;

    private final long[] counts = new long[SAMPLES];
    private final long[] timesMs = new long[SAMPLES];
    private int taken;

    /** Takes the first sample of a counter that was 0 at that time. */
    synchronized void startAt(long sinceMs) {
        if (taken == 0) {
            sample(0, sinceMs);
        }
    }

    synchronized void sample(long count, long nowMs) {
        int at = taken++ % SAMPLES;
        counts[at] = count;
        timesMs[at] = nowMs;
    }

    /** Events per second since the oldest sample; 0 before the first two. */
    synchronized double perSecond() {
        if (taken < 2) {
            return 0;
        }
        int newest = (taken - 1) % SAMPLES;
        int oldest = taken < SAMPLES ? 0 : taken % SAMPLES;
        long spanMs = timesMs[newest] - timesMs[oldest];
        return spanMs <= 0 ? 0 : 1000.0 * (counts[newest] - counts[oldest]) / spanMs;
    }
}
