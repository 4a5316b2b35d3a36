package io.ferrymq.store.read;

import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.LogSlices;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.ReadStatus;
import io.ferrymq.store.config.ReadLimits;
import io.ferrymq.store.log.RecordView;
import io.ferrymq.store.log.Segment;
import io.ferrymq.store.queue.ConsumeQueue;
import io.ferrymq.store.queue.EntryLayout;
import io.ferrymq.store.queue.ExtensionUnit;
import io.ferrymq.store.queue.QueueCursor;
import java.io.IOException;

/** One read of one queue: walks entries, lets the filter choose, gathers slices, and stops at the first limit it meets. */
final class QueueScan {
    /**
     * A filter that looks into records may meet cold ones, each a read of the disk: after so long the reader is sent away with what there is and
     * where to go on, so that others get their turn.
     */
    private static final long TESTS_MAX_NANOS = 5_000_000;

    private static final int TESTS_PER_LOOK = 8;

    private final ConsumeQueue queue;
    private final RecordAccess records;
    private final EntrySearch search;
    private final ReadLimits limits;
    private final EntryFilter filter;
    private final int maxMessages;
    private final int maxBytes;
    private final int scanMax;
    private final SliceCollector collected = new SliceCollector();
    private final long logEnd;
    private Segment segment;
    private long next;
    private long lastLookedAt;
    private boolean sawRemoved;
    private long startNanos;
    private int tested;
    private boolean late;

    QueueScan(
            ConsumeQueue queue,
            RecordAccess records,
            EntrySearch search,
            ReadLimits limits,
            EntryFilter filter,
            int maxMessages,
            int maxBytes) {
        this.queue = queue;
        this.records = records;
        this.search = search;
        this.limits = limits;
        this.filter = filter;
        this.maxMessages = Math.max(1, maxMessages);
        this.maxBytes = maxBytes;
        this.scanMax = Math.max(limits.scanBytes() / EntryLayout.SIZE_BYTES, this.maxMessages);
        this.logEnd = records.logEnd();
    }

    ReadResult run(long offset, long min, long max) throws IOException {
        next = offset;
        lastLookedAt = logEnd;
        try {
            boolean goOn = true;
            while (goOn && next < max && next - offset < scanMax) {
                long before = next;
                goOn = scanFile(offset, max);
                goOn &= next > before;
            }
            collected.flush();
        } finally {
            letGo();
        }
        return result(offset, min, max);
    }

    private boolean scanFile(long offset, long max) throws IOException {
        try (QueueCursor cursor = queue.cursor(next)) {
            while (next < max && next - offset < scanMax && !cursor.isAtEnd()) {
                if (!(cursor.isPresent() ? cursor.isFiller() || take(cursor) : takeMeant())) {
                    return false;
                }
                next++;
                if (late) {
                    return false;
                }
                cursor.next();
            }
        }
        return true;
    }

    /** Takes the entry's record when it matches; false when a limit says that it belongs to the next read. */
    private boolean take(QueueCursor cursor) throws IOException {
        long physicalOffset = cursor.physicalOffset();
        int size = cursor.size();
        lastLookedAt = physicalOffset;
        if (!filter.matchesTagsCode(cursor.tagsCode()) && !matchesExtension(cursor.tagsCode())) {
            return true;
        }
        if (collected.messageCount() > 0 && isOverLimit(physicalOffset, size)) {
            return false;
        }
        if (physicalOffset < records.minOffset()) {
            sawRemoved = true;
            return true;
        }
        if (!moveTo(physicalOffset)) {
            return takeMeant();
        }
        if (filter.wantsProperties() && (isNotedOut(cursor, physicalOffset) || isUnwanted(physicalOffset, size))) {
            return true;
        }
        RecordView record = records.recordIn(segment, physicalOffset);
        if (record == null || record.totalSize() != size || !isOfQueue(record, physicalOffset)) {
            return takeMeant();
        }
        collected.add(segment, (int) (physicalOffset - segment.base()), size);
        return true;
    }

    /** The tag may stand beside the entry; where it cannot be read it is left to the client. */
    private boolean matchesExtension(long tagsCode) {
        if (!ExtensionUnit.isAddress(tagsCode)) {
            return false;
        }
        ExtensionUnit unit = queue.extension().read(tagsCode);
        return unit == null || filter.matchesTagsCode(unit.tagsCode());
    }

    /** Whether what is noted beside the entry says that the filter leaves it out. */
    private boolean isNotedOut(QueueCursor cursor, long physicalOffset) {
        if (!ExtensionUnit.isAddress(cursor.tagsCode())) {
            return false;
        }
        ExtensionUnit unit = queue.extension().read(cursor.tagsCode());
        return unit != null && !filter.mayMatch(physicalOffset, unit.bitMap());
    }

    /** Whether the entry's record is there and the filter leaves it out; its body is not looked at. */
    private boolean isUnwanted(long physicalOffset, int size) {
        if (tested++ == 0) {
            startNanos = System.nanoTime();
        } else if (tested % TESTS_PER_LOOK == 0) {
            late = System.nanoTime() - startNanos > TESTS_MAX_NANOS;
        }
        RecordView record = records.structureIn(segment, physicalOffset);
        return record != null
                && record.totalSize() == size
                && isOfQueue(record, physicalOffset)
                && !filter.matchesProperties(record.propertiesSlice());
    }

    /** An entry that was on disk may have rotted there and lead to another topic's message. */
    private boolean isOfQueue(RecordView record, long physicalOffset) {
        return record.queueId() == queue.queueId()
                && (records.isOwn(physicalOffset) || record.topicIs(queue.topicUtf8()));
    }

    /** The entry leads nowhere: takes the record that it stood for, when it is there. Its tag is left to the client. */
    private boolean takeMeant() throws IOException {
        long meant = search.find(queue, next);
        if (meant < 0) {
            records.reportDamage(queue.topic() + "/" + queue.queueId() + "/" + next);
            return true;
        }
        boolean there = moveTo(meant);
        RecordView record = there ? records.recordIn(segment, meant) : null;
        if (record == null) {
            return true;
        }
        int size = record.totalSize();
        if (collected.messageCount() > 0 && isOverLimit(meant, size)) {
            return false;
        }
        if (!filter.wantsProperties() || filter.matchesProperties(record.propertiesSlice())) {
            collected.add(segment, (int) (meant - segment.base()), size);
        }
        return true;
    }

    private boolean isOverLimit(long physicalOffset, int size) {
        boolean inMemory = logEnd - physicalOffset <= limits.inMemoryBytes();
        int countMax = Math.min(maxMessages, inMemory ? limits.memoryMaxCount() : limits.diskMaxCount());
        int bytesMax = Math.min(maxBytes, inMemory ? limits.memoryMaxBytes() : limits.diskMaxBytes());
        return collected.messageCount() >= countMax || collected.totalBytes() + size > bytesMax;
    }

    private boolean moveTo(long physicalOffset) {
        if (segment != null && physicalOffset >= segment.base() && physicalOffset < segment.end()) {
            return true;
        }
        collected.flush();
        letGo();
        segment = records.retain(physicalOffset);
        return segment != null;
    }

    private void letGo() {
        if (segment != null) {
            segment.mapping().release();
            segment = null;
        }
    }

    private ReadResult result(long offset, long min, long max) {
        LogSlices slices = collected.finish();
        ReadStatus status = ReadStatus.FOUND;
        if (slices.isEmpty()) {
            if (next == offset) {
                status = ReadStatus.OFFSET_FOUND_NULL;
                next = offset + 1;
            } else {
                status = sawRemoved ? ReadStatus.MESSAGE_WAS_REMOVING : ReadStatus.NO_MATCHED_MESSAGE;
            }
        }
        return new ReadResult(status, slices, next, min, max, Math.max(0, logEnd - lastLookedAt));
    }
}
