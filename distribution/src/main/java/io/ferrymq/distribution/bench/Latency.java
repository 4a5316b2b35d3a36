package io.ferrymq.distribution.bench;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/** A latency as it is printed: in ms, from a second on in s, and a dash when there is none. */
final class Latency {
    private static final double MICROS_PER_MS = 1e3;
    private static final double MICROS_PER_SECOND = 1e6;

    private Latency() {}

    /**
     * The latency that so many percent stay within.
     *
     * @param micros latencies in µs
     * @param percentile 0 to 100
     */
    static String at(Histogram micros, double percentile) {
        if (micros.getTotalCount() == 0) {
            return "–";
        }
        long value = micros.getValueAtPercentile(percentile);
        return value < MICROS_PER_SECOND
                ? String.format(Locale.ROOT, "%.3f ms", value / MICROS_PER_MS)
                : String.format(Locale.ROOT, "%,.1f s", value / MICROS_PER_SECOND);
    }
}
