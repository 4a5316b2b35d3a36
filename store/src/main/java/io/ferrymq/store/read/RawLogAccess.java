package io.ferrymq.store.read;

import io.ferrymq.store.LogSlices;
import io.ferrymq.store.RawLog;
import io.ferrymq.store.log.RawAppender;
import io.ferrymq.store.log.Segment;
import java.nio.ByteBuffer;

/** The log as bytes, for replication. */
public final class RawLogAccess implements RawLog {
    private final RecordAccess records;
    private final RawAppender appender;
    private final int segmentSizeBytes;

    public RawLogAccess(RecordAccess records, RawAppender appender, int segmentSizeBytes) {
        this.records = records;
        this.appender = appender;
        this.segmentSizeBytes = segmentSizeBytes;
    }

    @Override
    public LogSlices rawSlice(long offset, int maxBytes) {
        Segment segment = offset < 0 ? null : records.retain(offset);
        if (segment == null) {
            return LogSlices.none();
        }
        try {
            long end = Math.min(segment.end(), records.logEnd());
            int size = (int) Math.min(maxBytes, end - offset);
            SliceCollector collected = new SliceCollector();
            if (size > 0) {
                collected.add(segment, (int) (offset - segment.base()), size);
            }
            return collected.finish();
        } finally {
            segment.mapping().release();
        }
    }

    @Override
    public long appendRaw(long offset, ByteBuffer bytes) {
        return appender.append(offset, bytes);
    }

    @Override
    public int segmentSizeBytes() {
        return segmentSizeBytes;
    }
}
