package io.ferrymq.store.read;

import io.ferrymq.store.Boundary;
import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.QueueEntry;
import io.ferrymq.store.QueueReads;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.ReadStatus;
import io.ferrymq.store.StoreException;
import io.ferrymq.store.config.ReadLimits;
import io.ferrymq.store.log.Segments;
import io.ferrymq.store.queue.ConsumeQueue;
import io.ferrymq.store.queue.ExtensionUnit;
import io.ferrymq.store.queue.QueueCursor;
import io.ferrymq.store.queue.QueueTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads by queue offset and by time. */
public final class QueueReader implements QueueReads {
    private final QueueTable queues;
    private final RecordAccess records;
    private final EntrySearch search;
    private final ReadLimits limits;
    private final TimeSearch timeSearch;

    public QueueReader(QueueTable queues, RecordAccess records, Segments segments, ReadLimits limits) {
        this.queues = queues;
        this.records = records;
        this.search = new EntrySearch(segments, records);
        this.limits = limits;
        this.timeSearch = new TimeSearch(records);
    }

    @Override
    public ReadResult read(String topic, int queueId, long offset, int maxMessages, int maxBytes, EntryFilter filter) {
        ConsumeQueue queue = queues.find(topic, queueId);
        if (queue == null) {
            return ReadResult.nothing(ReadStatus.NO_MATCHED_LOGIC_QUEUE, 0, 0, 0);
        }
        long max = queue.endOffset();
        long min = queue.minOffset();
        if (max == 0) {
            return ReadResult.nothing(ReadStatus.NO_MESSAGE_IN_QUEUE, 0, min, max);
        }
        if (offset < min) {
            return ReadResult.nothing(ReadStatus.OFFSET_TOO_SMALL, min, min, max);
        }
        if (offset == max) {
            return ReadResult.nothing(ReadStatus.OFFSET_OVERFLOW_ONE, offset, min, max);
        }
        if (offset > max) {
            return ReadResult.nothing(ReadStatus.OFFSET_OVERFLOW_BADLY, max, min, max);
        }
        try {
            return new QueueScan(queue, records, search, limits, filter, maxMessages, maxBytes).run(offset, min, max);
        } catch (IOException e) {
            return unreadable(queue, offset, e);
        }
    }

    private static ReadResult unreadable(ConsumeQueue queue, long offset, IOException cause) {
        // A queue that is deleted while it is read has no files any more.
        if (queue.isDeleted()) {
            return ReadResult.nothing(ReadStatus.NO_MATCHED_LOGIC_QUEUE, 0, 0, 0);
        }
        throw new StoreException(
                "queue " + queue.topic() + "/" + queue.queueId() + " cannot be read at " + offset + ": " + cause);
    }

    @Override
    public long minOffset(String topic, int queueId) {
        ConsumeQueue queue = queues.find(topic, queueId);
        return queue == null ? 0 : queue.minOffset();
    }

    @Override
    public long maxOffset(String topic, int queueId) {
        ConsumeQueue queue = queues.find(topic, queueId);
        return queue == null ? 0 : queue.endOffset();
    }

    @Override
    public long storeTimestampAt(String topic, int queueId, long offset) {
        ConsumeQueue queue = queues.find(topic, queueId);
        if (queue == null || offset < queue.minOffset() || offset >= queue.endOffset()) {
            return -1;
        }
        try {
            return records.storeTimestampMs(queue.physicalOffsetAt(offset));
        } catch (IOException e) {
            return unreadable(queue, offset, e).nextBeginOffset() - 1;
        }
    }

    @Override
    public long offsetByTime(String topic, int queueId, long timestampMs, Boundary boundary) {
        ConsumeQueue queue = queues.find(topic, queueId);
        if (queue == null) {
            return 0;
        }
        try {
            return timeSearch.find(queue, timestampMs, boundary);
        } catch (IOException e) {
            return unreadable(queue, queue.minOffset(), e).nextBeginOffset();
        }
    }

    private static long tagsCode(ConsumeQueue queue, long held) {
        ExtensionUnit unit = ExtensionUnit.isAddress(held) ? queue.extension().read(held) : null;
        return unit == null ? held : unit.tagsCode();
    }

    @Override
    public List<QueueEntry> entries(String topic, int queueId, long fromOffset, int maxCount) {
        ConsumeQueue queue = queues.find(topic, queueId);
        List<QueueEntry> found = new ArrayList<>();
        if (queue == null) {
            return found;
        }
        long at = Math.max(fromOffset, queue.minOffset());
        long end = Math.min(queue.endOffset(), at + maxCount);
        try {
            while (at < end) {
                try (QueueCursor cursor = queue.cursor(at)) {
                    if (!cursor.isPresent()) {
                        return found;
                    }
                    for (; at < end && cursor.isPresent(); at++, cursor.next()) {
                        found.add(new QueueEntry(
                                at, cursor.physicalOffset(), cursor.size(), tagsCode(queue, cursor.tagsCode())));
                    }
                }
            }
        } catch (IOException e) {
            unreadable(queue, at, e);
        }
        return found;
    }
}
