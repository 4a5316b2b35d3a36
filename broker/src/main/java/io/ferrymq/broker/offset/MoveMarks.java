package io.ferrymq.broker.offset;

import io.ferrymq.common.Clock;
import java.util.Map;

/**
 * Marks of positions that were moved back or removed on purpose. A mark is the time of the move, raised above all marks known, so that
 * marks of master and slave can be compared. Guarded by its owner.
 */
final class MoveMarks {
    private static final int KEPT_MAX = 10_000;

    private final OffsetTable marks = new OffsetTable();
    private final Clock clock;
    private final int keptMax;
    private long newest;
    private long forgotten;
    private int kept;

    MoveMarks(Clock clock) {
        this(clock, KEPT_MAX);
    }

    MoveMarks(Clock clock, int keptMax) {
        this.clock = clock;
        this.keptMax = keptMax;
    }

    /** 0 when there is none. */
    long of(String key, int queueId) {
        return Math.max(0, marks.get(key, queueId));
    }

    /** The position is being moved now. */
    void mark(String key, int queueId) {
        set(key, queueId, Math.max(newest + 1, clock.nowMs()));
    }

    /** Takes over what another copy knows. */
    void set(String key, int queueId, long mark) {
        if (mark <= forgotten || mark == of(key, queueId)) {
            return;
        }
        newest = Math.max(newest, mark);
        if (marks.put(key, queueId, mark) == OffsetTable.NONE && ++kept > keptMax) {
            forgetOlderHalf();
        }
    }

    /** Marks up to this one are forgotten elsewhere, so that they decide nothing any more. */
    void forget(long upTo) {
        if (upTo > forgotten) {
            forgotten = upTo;
            newest = Math.max(newest, upTo);
            kept = marks.removeUpTo(upTo);
        }
    }

    private void forgetOlderHalf() {
        long[] all = marks.copy().values().stream()
                .flatMap(queues -> queues.values().stream())
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
        forget(all[all.length / 2]);
    }

    long forgotten() {
        return forgotten;
    }

    Map<String, Map<Integer, Long>> copy() {
        return marks.copy();
    }
}
