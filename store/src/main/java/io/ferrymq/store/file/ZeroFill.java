package io.ferrymq.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Claims space the way that works on every file system: by writing zeros. */
public final class ZeroFill implements SpaceClaim {
    private static final int CHUNK_BYTES = 256 * 1024;

    private final ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES).asReadOnlyBuffer();

    @Override
    public void claim(FileChannel channel, long from, long to) throws IOException {
        ByteBuffer source = zeros.duplicate();
        long at = from;
        while (at < to) {
            source.position(0).limit((int) Math.min(CHUNK_BYTES, to - at));
            at += channel.write(source, at);
        }
    }
}
