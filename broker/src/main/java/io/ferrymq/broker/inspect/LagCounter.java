package io.ferrymq.broker.inspect;

import io.ferrymq.broker.record.StoredRecord;
import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.QueueReads;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.ReadStatus;
import java.nio.ByteBuffer;

/** Counts the messages that a filter lets through, up to a bound for all queues it is asked of. For one request. */
final class LagCounter {
    private static final int STEP_MAX = 65_536;

    private final QueueReads queues;
    private int left;

    /** @param scanMax how many entries of queues may be looked at in all */
    LagCounter(QueueReads queues, int scanMax) {
        this.queues = queues;
        this.left = scanMax;
    }

    /**
     * What is still to be consumed.
     *
     * @param oldest store time of the first, 0 when there is none, -1 when the bound came first
     */
    record Lag(long count, boolean exact, long oldest) {
        static final Lag NONE = new Lag(0, true, 0);
    }

    /** Of the offsets from one up to but without the other. */
    Lag count(String topic, int queueId, long from, long end, EntryFilter filter) {
        if (from >= end) {
            return Lag.NONE;
        }
        if (filter == EntryFilter.ALL) {
            return new Lag(end - from, true, queues.storeTimestampAt(topic, queueId, from));
        }
        Counting counting = new Counting(filter);
        long at = from;
        while (at < end && left > 0) {
            int step = (int) Math.min(Math.min(STEP_MAX, left), end - at);
            long next = scan(topic, queueId, at, step, counting);
            left -= (int) Math.min(left, next - at);
            at = next;
        }
        return lag(topic, queueId, from, at, end, counting);
    }

    private Lag lag(String topic, int queueId, long from, long at, long end, Counting counting) {
        if (at >= end) {
            return counting.matched == 0
                    ? Lag.NONE
                    : new Lag(counting.matched, true, oldest(topic, queueId, from, at, counting.filter));
        }
        long estimate = at == from ? end - from : Math.round((double) counting.matched * (end - from) / (at - from));
        long oldest = counting.matched == 0 ? -1 : oldest(topic, queueId, from, at, counting.filter);
        return new Lag(estimate, false, oldest);
    }

    // Nothing passes, so nothing is gathered: the read only walks.
    private long scan(String topic, int queueId, long at, int step, EntryFilter nothing) {
        try (ReadResult result = queues.read(topic, queueId, at, step, Integer.MAX_VALUE, nothing)) {
            return Math.max(at + 1, result.nextBeginOffset());
        }
    }

    private long oldest(String topic, int queueId, long from, long to, EntryFilter filter) {
        long at = from;
        while (at < to) {
            try (ReadResult result = queues.read(topic, queueId, at, 1, 1, filter)) {
                long next = Math.max(at + 1, result.nextBeginOffset());
                if (result.status() == ReadStatus.FOUND) {
                    return StoredRecord.storeTimestampMs(
                            result.records().buffers().get(0));
                }
                at = next;
            }
        }
        return 0;
    }

    /** Counts what another filter lets through and lets nothing through. */
    private static final class Counting implements EntryFilter {
        private final EntryFilter filter;
        private long matched;

        Counting(EntryFilter filter) {
            this.filter = filter;
        }

        @Override
        public boolean matchesTagsCode(long tagsCode) {
            boolean matches = filter.matchesTagsCode(tagsCode);
            if (matches && !filter.wantsProperties()) {
                matched++;
                return false;
            }
            return matches;
        }

        @Override
        public boolean wantsProperties() {
            return filter.wantsProperties();
        }

        @Override
        public boolean matchesProperties(ByteBuffer properties) {
            if (filter.matchesProperties(properties)) {
                matched++;
            }
            return false;
        }
    }
}
