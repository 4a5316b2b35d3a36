package io.ferrymq.common.compression;

import java.io.IOException;

/**
 * One body codec. Zlib and LZ4 are built in; others, and a faster LZ4, are found as services of this type, so that nobody
 * carries native libraries without need.
 */
public interface Compressor {
    /** A body that would be larger than this when decompressed is refused, so that a few bytes cannot fill the heap. */
    int DECOMPRESSED_MAX_BYTES = 64 << 20;

    CompressionType type();

    byte[] compress(byte[] source, int level) throws IOException;

    byte[] decompress(byte[] source) throws IOException;
}
