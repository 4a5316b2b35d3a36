package io.ferrymq.store;

/**
 * Messages found by key, oldest first. Close it when they have been sent.
 *
 * @param indexLastUpdateTimestampMs store time of the newest indexed message
 * @param indexLastUpdatePhysicalOffset its address
 */
public record KeyQueryResult(LogSlices records, long indexLastUpdateTimestampMs, long indexLastUpdatePhysicalOffset)
        implements AutoCloseable {
    @Override
    public void close() {
        records.close();
    }
}
