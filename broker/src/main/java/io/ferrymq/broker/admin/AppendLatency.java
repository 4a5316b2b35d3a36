package io.ferrymq.broker.admin;

import java.util.List;
import java.util.Locale;

/** How long appends took, from counts by duration: bucket n counts those under 2^n µs. */
final class AppendLatency {
    private AppendLatency() {}

    /** The filled buckets, as {@code [<=8us]:12 [<=16us]:3}. */
    static String text(List<Long> counts) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < counts.size(); i++) {
            if (counts.get(i) > 0) {
                text.append("[<=")
                        .append(1L << i)
                        .append("us]:")
                        .append(counts.get(i))
                        .append(' ');
            }
        }
        return text.toString().trim();
    }

    /** The upper bound, in ms, of the bucket in which this share of all appends has ended. */
    static String quantileMs(List<Long> counts, double share) {
        long all = counts.stream().mapToLong(Long::longValue).sum();
        long seen = 0;
        for (int i = 0; i < counts.size(); i++) {
            seen += counts.get(i);
            if (all > 0 && seen >= share * all) {
                return String.format(Locale.ROOT, "%.3f", (1L << i) / 1000.0);
            }
        }
        return "0.000";
    }
}
