package io.ferrymq.store.read;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.KeyQueryResult;
import io.ferrymq.store.LogReads;
import io.ferrymq.store.LogSlices;
import io.ferrymq.store.config.ReadLimits;
import io.ferrymq.store.dispatch.DeletedTopics;
import io.ferrymq.store.index.KeyIndex;
import io.ferrymq.store.log.LogScanner;
import io.ferrymq.store.log.RecordView;
import io.ferrymq.store.log.Segment;
import io.ferrymq.store.log.Segments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/** Reads by address and by key. */
public final class LogReader implements LogReads {
    /** Entries looked at per index file and wanted message: foreign keys with an equal hash are among them. */
    private static final int CANDIDATES_PER_MESSAGE = 16;

    private final RecordAccess records;
    private final Segments segments;
    private final KeyIndex index;
    private final DeletedTopics deletedTopics;
    private final ReadLimits limits;
    private final LongSupplier flushedOffset;
    private final LongSupplier readableOffset;

    public LogReader(
            RecordAccess records,
            Segments segments,
            KeyIndex index,
            DeletedTopics deletedTopics,
            ReadLimits limits,
            LongSupplier flushedOffset,
            LongSupplier readableOffset) {
        this.records = records;
        this.segments = segments;
        this.index = index;
        this.deletedTopics = deletedTopics;
        this.limits = limits;
        this.flushedOffset = flushedOffset;
        this.readableOffset = readableOffset;
    }

    @Override
    public LogSlices recordAt(long physicalOffset) {
        Segment segment = physicalOffset < 0 ? null : records.retain(physicalOffset);
        if (segment == null) {
            return LogSlices.none();
        }
        try {
            RecordView record = records.recordIn(segment, physicalOffset);
            SliceCollector collected = new SliceCollector();
            if (record != null) {
                collected.add(segment, (int) (physicalOffset - segment.base()), record.totalSize());
            }
            return collected.finish();
        } finally {
            segment.mapping().release();
        }
    }

    @Override
    public boolean matches(long physicalOffset, EntryFilter filter) {
        return records.test(physicalOffset, record -> filter.matchesProperties(record.propertiesSlice()));
    }

    @Override
    public KeyQueryResult queryByKey(String topic, String key, int maxMessages, long beginMs, long endMs) {
        int wanted = Math.min(maxMessages, limits.keyQueryMaxCount());
        int hash = (topic + "#" + key).hashCode();
        // Newest first from the index; kept oldest first.
        Deque<Long> matches = new ArrayDeque<>();
        Set<Long> seen = new HashSet<>();
        KeyMatch match = new KeyMatch(topic, key, beginMs, endMs);
        index.find(hash, beginMs, endMs, wanted * CANDIDATES_PER_MESSAGE, physicalOffset -> {
            if (matches.size() < wanted && seen.add(physicalOffset) && matches(physicalOffset, match)) {
                matches.addFirst(physicalOffset);
            }
        });
        return new KeyQueryResult(collect(matches), index.lastTimestampMs(), index.lastPhysicalOffset());
    }

    private boolean matches(long physicalOffset, KeyMatch match) {
        Segment segment = deletedTopics.isDead(match.topic, physicalOffset) ? null : records.retain(physicalOffset);
        if (segment == null) {
            return false;
        }
        try {
            RecordView record = records.recordIn(segment, physicalOffset);
            return record != null && match.test(record);
        } finally {
            segment.mapping().release();
        }
    }

    /** Equal hashes are not equal keys: the record itself decides. */
    private record KeyMatch(String topic, String key, long beginMs, long endMs) {
        boolean test(RecordView record) {
            long time = record.storeTimestampMs();
            if (time < beginMs || time > endMs || !record.topicIs(topic.getBytes(StandardCharsets.UTF_8))) {
                return false;
            }
            PropertyBytes properties = record.properties();
            if (key.equals(properties.get(PropertyName.UNIQ_KEY))) {
                return true;
            }
            String keys = properties.get(PropertyName.KEYS);
            return keys != null && (" " + keys + " ").contains(" " + key + " ");
        }
    }

    private LogSlices collect(Iterable<Long> physicalOffsets) {
        SliceCollector collected = new SliceCollector();
        for (long physicalOffset : physicalOffsets) {
            Segment segment = records.retain(physicalOffset);
            if (segment == null) {
                continue;
            }
            try {
                RecordView record = records.recordIn(segment, physicalOffset);
                if (record != null) {
                    collected.add(segment, (int) (physicalOffset - segment.base()), record.totalSize());
                }
                collected.flush();
            } finally {
                segment.mapping().release();
            }
        }
        return collected.finish();
    }

    @Override
    public long earliestStoreTimestampMs() {
        return firstStoreTimestampMs(segments, records.minOffset(), records.logEnd());
    }

    /** Store time of the first record at or behind an address, -1 when there is none. */
    public static long firstStoreTimestampMs(Segments segments, long from, long limit) {
        long[] found = {-1};
        try {
            new LogScanner(segments).scan(from, limit, false, (record, physicalOffset) -> {
                found[0] = record.storeTimestampMs();
                return false;
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found[0];
    }

    @Override
    public long minPhysicalOffset() {
        return records.minOffset();
    }

    @Override
    public long logEndOffset() {
        return records.logEnd();
    }

    @Override
    public long flushedOffset() {
        return flushedOffset.getAsLong();
    }

    @Override
    public long readableOffset() {
        return readableOffset.getAsLong();
    }
}
