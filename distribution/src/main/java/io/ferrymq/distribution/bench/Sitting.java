package io.ferrymq.distribution.bench;

import io.ferrymq.distribution.admin.Output;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** One measurement from warm-up to summary; a line a second meanwhile. */
final class Sitting {
    private static final double BYTES_PER_MB = 1e6;

    private final Limits limits;
    private final Output out;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Phase measured;
    private volatile Phase now;
    private long startNanos;
    private long endNanos;

    Sitting(Limits limits, Output out) {
        this.limits = limits;
        this.out = out;
        measured = new Phase("", limits.count());
        now = limits.warmUpNanos() > 0 ? new Phase(" (warm-up)", Long.MAX_VALUE) : measured;
    }

    /** What is begun now counts for this one. */
    Phase now() {
        return now;
    }

    Phase measured() {
        return measured;
    }

    /** Ends the measurement before its time. */
    void end() {
        ended.countDown();
    }

    /** Returns when the time is over or {@link #end()} was called. */
    void watch() throws InterruptedException {
        if (limits.warmUpNanos() > 0) {
            watch(now, limits.warmUpNanos());
            now = measured;
        }
        startNanos = System.nanoTime();
        watch(measured, limits.durationNanos());
        measured.close();
        endNanos = System.nanoTime();
    }

    private void watch(Phase phase, long durationNanos) throws InterruptedException {
        Meter meter = phase.meter();
        long fromNanos = System.nanoTime();
        long lastNanos = fromNanos;
        long lastMessages = meter.messages();
        for (int second = 1; ; second++) {
            long dueNanos = Math.min(TimeUnit.SECONDS.toNanos(second), durationNanos);
            boolean over = ended.await(dueNanos - (System.nanoTime() - fromNanos), TimeUnit.NANOSECONDS);
            long nowNanos = System.nanoTime();
            long messages = meter.messages();
            Histogram latencies = meter.interval();
            out.format(
                    "%4d s %,11.0f msg/s   p50 %12s   p99 %12s   max %12s   failed %d%s",
                    second,
                    perSecond(messages - lastMessages, nowNanos - lastNanos),
                    Latency.at(latencies, 50),
                    Latency.at(latencies, 99),
                    Latency.at(latencies, 100),
                    meter.failures().total(),
                    phase.remark());
            if (over || nowNanos - fromNanos >= durationNanos) {
                return;
            }
            lastNanos = nowNanos;
            lastMessages = messages;
        }
    }

    private static double perSecond(long amount, long nanos) {
        return (double) amount * TimeUnit.SECONDS.toNanos(1) / Math.max(1, nanos);
    }

    /**
     * Prints the summary.
     *
     * @param what was measured
     * @param latency what the latencies are
     */
    void report(String what, String latency) {
        Meter meter = measured.meter();
        meter.interval();
        Histogram all = meter.all();
        long nanos = endNanos - startNanos;
        out.line("");
        out.format("%s: %,d messages in %.1f s", what, meter.messages(), nanos / 1e9);
        out.format(
                "rate      %,.0f msg/s, %,.1f MB/s",
                perSecond(meter.messages(), nanos), perSecond(meter.bytes(), nanos) / BYTES_PER_MB);
        if (all.getTotalCount() > 0) {
            out.format(
                    "latency   p50 %s, p90 %s, p99 %s, p99.9 %s, max %s (%s)",
                    Latency.at(all, 50),
                    Latency.at(all, 90),
                    Latency.at(all, 99),
                    Latency.at(all, 99.9),
                    Latency.at(all, 100),
                    latency);
        }
        out.format("failed    %d", meter.failures().total());
        for (String line : meter.failures().lines()) {
            out.line("          " + line);
        }
    }
}
