package io.ferrymq.broker.stats;

import java.util.Locale;

/** Rates of the whole broker over 10 s, 60 s and 600 s, from a counter that is looked at every ten seconds. */
final class RateHistory {
    private static final int SAMPLES = 61;

    private final long[] counts = new long[SAMPLES];
    private final long[] timesMs = new long[SAMPLES];
    private int taken;

    synchronized void sample(long count, long nowMs) {
        int at = taken++ % SAMPLES;
        counts[at] = count;
        timesMs[at] = nowMs;
    }

    /** Events per second over the last so many samples, or as many as there are. */
    synchronized double perSecond(int samplesBack) {
        int back = Math.min(samplesBack, Math.min(taken, SAMPLES) - 1);
        if (back < 1) {
            return 0;
        }
        int newest = (taken - 1) % SAMPLES;
        int older = (taken - 1 - back) % SAMPLES;
        long spanMs = timesMs[newest] - timesMs[older];
        return spanMs <= 0 ? 0 : 1000.0 * (counts[newest] - counts[older]) / spanMs;
    }

    /** The three rates as administrators' tools read them. */
    String text() {
        return String.format(Locale.ROOT, "%.2f %.2f %.2f", perSecond(1), perSecond(6), perSecond(60));
    }
}
