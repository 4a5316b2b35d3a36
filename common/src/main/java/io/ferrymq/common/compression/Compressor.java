package io.ferrymq.common.compression;

import java.io.IOException;

/**
 * One body codec. Zlib is built in; implementations of the others are found as services of this type, so that nobody
 * carries their native libraries without need.
 */
public interface Compressor {
    /** A body that would be larger than this when decompressed is refused, so that a few bytes cannot fill the heap. */
    int DECOMPRESSED_MAX_BYTES = 64 << 20;

    CompressionType type();

    byte[] compress(byte[] source, int level) throws IOException;

    byte[] decompress(byte[] source) throws IOException;
}
