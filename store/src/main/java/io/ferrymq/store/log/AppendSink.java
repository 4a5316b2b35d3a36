package io.ferrymq.store.log;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.queue.ConsumeQueue;
import io.ferrymq.store.queue.TopicQueues;

/** Told under the append lock what was appended, so that nobody has to read it back. */
public interface AppendSink {
    /** Before the records of one append: how many will come. */
    void begin(int count, long physicalOffset);

    /**
     * @param queue null for a record that is in no queue
     * @param properties null for a record whose keys are not indexed
     */
    void appended(
            TopicQueues topic,
            ConsumeQueue queue,
            long queueOffset,
            long physicalOffset,
            int sizeBytes,
            long storeTimestampMs,
            PropertyBytes properties);

    /** The records are complete. */
    void end();
}
