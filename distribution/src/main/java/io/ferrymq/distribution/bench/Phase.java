package io.ferrymq.distribution.bench;

import java.util.concurrent.atomic.AtomicLong;

/** The warm-up or the measurement proper: each counts what was begun in it, even if that ends later. */
final class Phase {
    private final String remark;
    private final Meter meter = new Meter();
    private final AtomicLong left;

    /**
     * Makes a phase that is not over.
     *
     * @param remark behind its lines
     * @param count messages after which it is over
     */
    Phase(String remark, long count) {
        this.remark = remark;
        this.left = new AtomicLong(count);
    }

    String remark() {
        return remark;
    }

    Meter meter() {
        return meter;
    }

    /** How many of so many messages may still be sent; 0 when the phase is over. */
    int take(int wanted) {
        long before = left.getAndUpdate(value -> Math.max(0, value - wanted));
        return (int) Math.min(before, wanted);
    }

    boolean isOver() {
        return left.get() == 0;
    }

    void close() {
        left.set(0);
    }
}
