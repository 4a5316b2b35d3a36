package io.ferrymq.store;

/** Reading by place in the log and by key. */
public interface LogReads {
    /** The record at this address; empty where no undamaged record begins. */
    LogSlices recordAt(long physicalOffset);

    /**
     * Messages of a topic with this key or unique key, stored between two times (both included), at most so many; compared with
     * the real topic and key, so that equal hashes find nothing foreign.
     */
    KeyQueryResult queryByKey(String topic, String key, int maxMessages, long beginMs, long endMs);

    /** Whether the record at this address is there and its properties pass the filter. */
    boolean matches(long physicalOffset, EntryFilter filter);

    /** Store time of the oldest message in the log, -1 in an empty one. */
    long earliestStoreTimestampMs();

    long minPhysicalOffset();

    /** End of the log: where the next record begins. */
    long logEndOffset();

    /** All before it is on disk. */
    long flushedOffset();

    /** Consumers see only records that end at or before this: flushed (synchronous flush) and replicated as promised. */
    long readableOffset();
}
