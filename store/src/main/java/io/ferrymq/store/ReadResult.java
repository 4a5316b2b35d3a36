package io.ferrymq.store;

/**
 * What a read of a queue found. Close it when the records have been sent.
 *
 * @param nextBeginOffset where the reader goes on
 * @param behindBytes distance of the last looked-at record to the end of the log: how far the reader lags
 */
public record ReadResult(
        ReadStatus status, LogSlices records, long nextBeginOffset, long minOffset, long maxOffset, long behindBytes)
        implements AutoCloseable {
    public static ReadResult nothing(ReadStatus status, long nextBeginOffset, long minOffset, long maxOffset) {
        return new ReadResult(status, LogSlices.none(), nextBeginOffset, minOffset, maxOffset, 0);
    }

    @Override
    public void close() {
        records.close();
    }
}
