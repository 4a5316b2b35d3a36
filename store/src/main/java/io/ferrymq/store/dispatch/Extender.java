package io.ferrymq.store.dispatch;

import io.ferrymq.store.BitMaps;
import io.ferrymq.store.log.RecordCheck;
import io.ferrymq.store.log.Segment;
import io.ferrymq.store.log.Segments;
import io.ferrymq.store.queue.ConsumeQueue;
import io.ferrymq.store.queue.ExtensionUnit;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notes beside new entries of queues what the store's owner wants to find there again. Under the dispatch lock. */
public final class Extender {
    private static final Logger LOG = LoggerFactory.getLogger(Extender.class);
    private static final byte[] NO_BITS = {};

    private final Segments segments;
    private final BitMaps bitMaps;
    private final boolean enabled;
    private final RecordCheck check = new RecordCheck();
    private boolean failing;

    /** @param enabled whether entries are extended at all ({@code enableConsumeQueueExt}) */
    public Extender(Segments segments, BitMaps bitMaps, boolean enabled) {
        this.segments = segments;
        this.bitMaps = bitMaps;
        this.enabled = enabled;
    }

    /** Extends nothing. */
    public static Extender none() {
        return new Extender(null, BitMaps.NONE, false);
    }

    /** What the entry of a record is to hold as tag code: where a note was made, else the tag code itself. */
    long tagsCode(ConsumeQueue queue, long queueOffset, long physicalOffset, long tagsCode, long storeTimestampMs) {
        // What is there already is not put a second time.
        if (!enabled || queueOffset < queue.endOffset()) {
            return tagsCode;
        }
        try {
            byte[] bits = bitMaps.wants(queue.topic()) ? bits(queue.topic(), physicalOffset) : NO_BITS;
            long extended = queue.extend(new ExtensionUnit(tagsCode, storeTimestampMs, bits));
            failing = false;
            return extended;
        } catch (IOException e) {
            if (!failing) {
                LOG.error(
                        "{}/{} gets no extension of its entries, filters look into its messages instead: {}",
                        queue.topic(),
                        queue.queueId(),
                        e.toString());
            }
            failing = true;
            return tagsCode;
        }
    }

    private byte[] bits(String topic, long physicalOffset) {
        Segment segment = segments.retain(physicalOffset);
        if (segment == null) {
            return NO_BITS;
        }
        try {
            int at = (int) (physicalOffset - segment.base());
            return check.checkStructure(segment.buffer(), at, segment.sizeBytes(), physicalOffset)
                            == RecordCheck.Finding.RECORD
                    ? bitMaps.of(topic, check.view().propertiesSlice())
                    : NO_BITS;
        } finally {
            segment.mapping().release();
        }
    }
}
