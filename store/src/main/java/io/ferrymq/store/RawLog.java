package io.ferrymq.store;

import java.nio.ByteBuffer;

/** The log as a stream of bytes, for replication. */
public interface RawLog {
    /** Bytes from an offset on, within one file, at most so many; empty at the end of the log or outside it. */
    LogSlices rawSlice(long offset, int maxBytes);

    /**
     * Appends bytes received from a master. They must begin at the end of the log (in an empty log: at the beginning of a
     * file) and must not cross the end of a file.
     *
     * @return the new end of the log
     * @throws StoreException when the bytes do not fit there or cannot be written
     */
    long appendRaw(long offset, ByteBuffer bytes);

    int segmentSizeBytes();
}
