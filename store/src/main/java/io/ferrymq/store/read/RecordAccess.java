package io.ferrymq.store.read;

import io.ferrymq.store.log.RecordCheck;
import io.ferrymq.store.log.RecordCheck.Finding;
import io.ferrymq.store.log.RecordView;
import io.ferrymq.store.log.Segment;
import io.ferrymq.store.log.Segments;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds records by address and vouches for them. What this process appended is in order; what it found at start has its checksum compared each time it is
 * read, so that a record that rots on the disk is never served.
 */
public final class RecordAccess {
    private static final Logger LOG = LoggerFactory.getLogger(RecordAccess.class);
    private static final ThreadLocal<RecordCheck> CHECK = ThreadLocal.withInitial(RecordCheck::new);

    private final Segments segments;
    private final LongSupplier logEnd;
    private final long writtenBySelfFrom;

    public RecordAccess(Segments segments, LongSupplier logEnd, long writtenBySelfFrom) {
        this.segments = segments;
        this.logEnd = logEnd;
        this.writtenBySelfFrom = writtenBySelfFrom;
    }

    /** The segment of an address with a count of its mapping, null outside the log. */
    Segment retain(long physicalOffset) {
        return physicalOffset < logEnd.getAsLong() ? segments.retain(physicalOffset) : null;
    }

    /** The undamaged record at an address of a retained segment; null when there is none. Valid until the thread's next call. */
    RecordView recordIn(Segment segment, long physicalOffset) {
        RecordCheck check = CHECK.get();
        int at = (int) (physicalOffset - segment.base());
        int limit = (int) Math.min(segment.sizeBytes(), logEnd.getAsLong() - segment.base());
        Finding finding = physicalOffset >= writtenBySelfFrom
                ? check.checkStructure(segment.buffer(), at, limit, physicalOffset)
                : check.check(segment.buffer(), at, limit, physicalOffset);
        return finding == Finding.RECORD ? check.view() : null;
    }

    /**
     * The record at an address of a retained segment as far as its structure says, to see whether it is wanted at all; null when there is none.
     * Valid until the thread's next call.
     */
    RecordView structureIn(Segment segment, long physicalOffset) {
        RecordCheck check = CHECK.get();
        int at = (int) (physicalOffset - segment.base());
        int limit = (int) Math.min(segment.sizeBytes(), logEnd.getAsLong() - segment.base());
        return check.checkStructure(segment.buffer(), at, limit, physicalOffset) == Finding.RECORD
                ? check.view()
                : null;
    }

    /** Whether there is a record at an address, as far as its structure says, and it is the one that is looked for. */
    boolean test(long physicalOffset, Predicate<RecordView> wanted) {
        Segment segment = physicalOffset < 0 ? null : retain(physicalOffset);
        if (segment == null) {
            return false;
        }
        try {
            RecordCheck check = CHECK.get();
            int at = (int) (physicalOffset - segment.base());
            return check.checkStructure(segment.buffer(), at, segment.sizeBytes(), physicalOffset) == Finding.RECORD
                    && wanted.test(check.view());
        } finally {
            segment.mapping().release();
        }
    }

    /** Whether this process appended what is there, and made the entry that leads to it. */
    boolean isOwn(long physicalOffset) {
        return physicalOffset >= writtenBySelfFrom;
    }

    /** Says that a message is not served: neither its queue entry nor the log around it leads to an undamaged record. */
    void reportDamage(String wanted) {
        LOG.error("{}: no undamaged record of {} is left; it is not served", segments.dir(), wanted);
    }

    /** Store time of the record at an address, -1 when there is none. */
    long storeTimestampMs(long physicalOffset) {
        Segment segment = physicalOffset < 0 ? null : retain(physicalOffset);
        if (segment == null) {
            return -1;
        }
        try {
            RecordCheck check = CHECK.get();
            int at = (int) (physicalOffset - segment.base());
            Finding finding = check.checkStructure(segment.buffer(), at, segment.sizeBytes(), physicalOffset);
            return finding == Finding.RECORD ? check.view().storeTimestampMs() : -1;
        } finally {
            segment.mapping().release();
        }
    }

    long minOffset() {
        return segments.minOffset();
    }

    long logEnd() {
        return logEnd.getAsLong();
    }
}
