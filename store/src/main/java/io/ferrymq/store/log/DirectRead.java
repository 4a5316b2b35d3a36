package io.ferrymq.store.log;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Looks through a file past the system's cache, where that is possible: reading a hole of a sparse file through the cache fills the cache with zeros. */
final class DirectRead {
    private static final int CHUNK_BYTES = 1 << 20;

    private DirectRead() {}

    /**
     * The first place of a range where 8 bytes are not all zero.
     *
     * @param from a multiple of {@link ZeroRun#BLOCK_BYTES}
     * @return its offset, a multiple of 8; {@code to} when there is none; {@code from} when this file cannot be read in this way
     */
    static int firstNonZero(Path file, int from, int to) throws IOException {
        if (to - from < 2 * CHUNK_BYTES || file.getFileSystem() != FileSystems.getDefault()) {
            return from;
        }
        int block = Math.toIntExact(Files.getFileStore(file).getBlockSize());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
            return scan(
                    channel,
                    from,
                    to,
                    ByteBuffer.allocateDirect(CHUNK_BYTES + block).alignedSlice(block));
        } catch (UnsupportedOperationException | IOException notHere) {
            // Such as a file system in memory: the way through the cache tells whether the file can be read at all.
            return from;
        }
    }

    private static int scan(FileChannel channel, int from, int to, ByteBuffer chunk) throws IOException {
        int at = from;
        while (at < to) {
            chunk.clear().limit(CHUNK_BYTES);
            int read = channel.read(chunk, at);
            if (read <= 0) {
                return at;
            }
            LongBuffer longs = chunk.flip().asLongBuffer();
            int zeros = 0;
            while (zeros < longs.limit() && longs.get(zeros) == 0) {
                zeros++;
            }
            at += zeros * Long.BYTES;
            if (zeros < CHUNK_BYTES / Long.BYTES) {
                return Math.min(at, to);
            }
        }
        return to;
    }
}
