package io.ferrymq.store.read;

import io.ferrymq.store.LogSlices;
import io.ferrymq.store.file.Mapping;
import io.ferrymq.store.log.Segment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Gathers records into as few slices as possible: neighbours in the log become one. */
final class SliceCollector {
    private final List<ByteBuffer> buffers = new ArrayList<>(4);
    private final List<Runnable> releases = new ArrayList<>(4);
    private Mapping mapping;
    private int from;
    private int to;
    private int messageCount;
    private int totalBytes;

    /** Adds a record of a segment that the caller has retained; takes a count of its own. */
    void add(Segment segment, int at, int sizeBytes) {
        if (segment.mapping() != mapping || at != to) {
            cut();
            mapping = segment.mapping();
            from = at;
        }
        to = at + sizeBytes;
        messageCount++;
        totalBytes += sizeBytes;
    }

    private void cut() {
        if (mapping != null) {
            // The caller's count keeps it alive until here.
            if (!mapping.tryRetain()) {
                throw new IllegalStateException("slice of a mapping that nobody holds");
            }
            buffers.add(mapping.slice(from, to - from));
            releases.add(mapping::release);
        }
        mapping = null;
    }

    /** Must be called before the caller lets go of the last segment it added from. */
    void flush() {
        cut();
    }

    int messageCount() {
        return messageCount;
    }

    int totalBytes() {
        return totalBytes;
    }

    LogSlices finish() {
        cut();
        return messageCount == 0 ? LogSlices.none() : new LogSlices(buffers, messageCount, totalBytes, releases);
    }
}
