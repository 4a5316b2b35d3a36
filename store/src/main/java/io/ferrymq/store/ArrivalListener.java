package io.ferrymq.store;

/**
 * Told of each message that consumers can now read, in queue order, on the thread that dispatches. Must be quick and
 * must not throw.
 */
@FunctionalInterface
public interface ArrivalListener {
    /**
     * @param maxOffset the queue's end behind this message: its own queue offset + 1
     * @param physicalOffset where the record stands, for filters that want its properties
     */
    void onArrival(
            String topic, int queueId, long maxOffset, long tagsCode, long storeTimestampMs, long physicalOffset);
}
