package io.ferrymq.store;

import java.util.List;

/** Reading by queue. A topic or queue that does not exist reads as empty: offsets are 0, times -1. */
public interface QueueReads {
    /**
     * Reads from an offset: at least one message whatever its size, else no more than both limits (which the store's own
     * limits narrow).
     */
    ReadResult read(String topic, int queueId, long offset, int maxMessages, int maxBytes, EntryFilter filter);

    /** The first offset whose message is still in the log. */
    long minOffset(String topic, int queueId);

    /** The offset that the next readable message will have. */
    long maxOffset(String topic, int queueId);

    /** Store time of one message, -1 where there is none. */
    long storeTimestampAt(String topic, int queueId, long offset);

    /** The offset for a time; between minOffset and maxOffset. */
    long offsetByTime(String topic, int queueId, long timestampMs, Boundary boundary);

    /** Up to so many entries from an offset on, as they stand in the queue. */
    List<QueueEntry> entries(String topic, int queueId, long fromOffset, int maxCount);
}
