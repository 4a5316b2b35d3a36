package io.ferrymq.distribution.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Counts what goes well and how long it takes, from any thread; one thread reads. */
final class Meter {
    private static final long LATENCY_MAX_MICROS = TimeUnit.HOURS.toMicros(24);
    private static final int DIGITS = 3;

    private final Recorder recorder = new Recorder(LATENCY_MAX_MICROS, DIGITS);
    private final Histogram all = new Histogram(LATENCY_MAX_MICROS, DIGITS);
    private final Failures failures = new Failures();
    private final LongAdder messages = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private Histogram latest;

    /** @param nanos how long it took, one value for all of them */
    void done(int count, long bodyBytes, long nanos) {
        messages.add(count);
        bytes.add(bodyBytes);
        recorder.recordValue(Math.max(0, Math.min(LATENCY_MAX_MICROS, TimeUnit.NANOSECONDS.toMicros(nanos))));
    }

    Failures failures() {
        return failures;
    }

    /** Latencies in µs since the last call; valid until the next. */
    Histogram interval() {
        latest = recorder.getIntervalHistogram(latest);
        all.add(latest);
        return latest;
    }

    /** Latencies in µs up to the last {@link #interval()}. */
    Histogram all() {
        return all;
    }

    long messages() {
        return messages.sum();
    }

    long bytes() {
        return bytes.sum();
    }
}
