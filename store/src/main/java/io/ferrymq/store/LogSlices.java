package io.ferrymq.store;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Whole records as slices of the mapped log, neighbours in one slice. The memory stays mapped until {@link #close},
 * which must be called exactly once, when the bytes have been sent or copied; the buffers must not be touched later.
 */
public final class LogSlices implements AutoCloseable {
    private static final LogSlices NONE = new LogSlices(List.of(), 0, 0, List.of());

    private final List<ByteBuffer> buffers;
    private final int messageCount;
    private final int totalBytes;
    private final List<? extends Runnable> releases;

    /** @param releases run on close, each lets go of a mapped file */
    public LogSlices(List<ByteBuffer> buffers, int messageCount, int totalBytes, List<? extends Runnable> releases) {
        this.buffers = buffers;
        this.messageCount = messageCount;
        this.totalBytes = totalBytes;
        this.releases = releases;
    }

    public static LogSlices none() {
        return NONE;
    }

    /** Read-only views, big-endian, position 0. */
    public List<ByteBuffer> buffers() {
        return buffers;
    }

    public int messageCount() {
        return messageCount;
    }

    public int totalBytes() {
        return totalBytes;
    }

    public boolean isEmpty() {
        return messageCount == 0;
    }

    @Override
    public void close() {
        for (Runnable release : releases) {
            release.run();
        }
    }
}
