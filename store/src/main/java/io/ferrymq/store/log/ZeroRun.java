package io.ferrymq.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Finds the end of a long run of zeros by reading the file: looking through its mapping would make each untouched page of a fresh 1 GiB file resident in
 * this process.
 */
final class ZeroRun {
    private static final int CHUNK_BYTES = 256 << 10;

    /** A multiple of the block size of every file system. */
    static final int BLOCK_BYTES = 64 << 10;

    private ZeroRun() {}

    /**
     * @param from offset in the file
     * @return the first offset, in steps of 8 bytes from {@code from}, at which 8 bytes are not all zero; at most {@code end}
     */
    static int end(Path file, int from, int end) throws IOException {
        // Before the first block and behind the last one, and where the other way stopped, the way through the cache
        // tells.
        int begin = (int) Math.min(end, ((long) from + BLOCK_BYTES) / BLOCK_BYTES * BLOCK_BYTES);
        int head = cachedEnd(file, from, (int) Math.min(end, (long) begin + Long.BYTES));
        if (head < begin) {
            return head;
        }
        int zeroTo = DirectRead.firstNonZero(file, begin, end);
        return cachedEnd(file, zeroTo - (zeroTo - from) % Long.BYTES, end);
    }

    private static int cachedEnd(Path file, int from, int end) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            int at = from;
            while (at < end) {
                chunk.clear().limit(Math.min(CHUNK_BYTES, end - at));
                int read = 0;
                while (chunk.hasRemaining() && read >= 0) {
                    read = channel.read(chunk, (long) at + chunk.position());
                }
                chunk.flip();
                while (chunk.remaining() >= Long.BYTES) {
                    if (chunk.getLong() != 0) {
                        return at + chunk.position() - Long.BYTES;
                    }
                }
                if (chunk.position() == 0) {
                    return at;
                }
                at += chunk.position();
            }
            return at;
        }
    }
}
