package io.ferrymq.common.compression;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Zlib streams (RFC 1950). */
final class ZlibCompressor implements Compressor {
    private static final int CHUNK_BYTES = 8192;

    @Override
    public CompressionType type() {
        return CompressionType.ZLIB;
    }

    @Override
    public byte[] compress(byte[] source, int level) {
        Deflater deflater = new Deflater(level);
        try {
            deflater.setInput(source);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(source.length / 2 + 64);
            byte[] chunk = new byte[CHUNK_BYTES];
            while (!deflater.finished()) {
                out.write(chunk, 0, deflater.deflate(chunk));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    @Override
    public byte[] decompress(byte[] source) throws IOException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(source);
            ByteArrayOutputStream out = new ByteArrayOutputStream(4 * source.length + 64);
            byte[] chunk = new byte[CHUNK_BYTES];
            while (!inflater.finished()) {
                int length = inflater.inflate(chunk);
                if (length == 0 && !inflater.finished()) {
                    throw new IOException("zlib stream of " + source.length + " bytes ends early");
                }
                if (out.size() + length > DECOMPRESSED_MAX_BYTES) {
                    throw new IOException("zlib stream of " + source.length + " bytes grows beyond "
                            + DECOMPRESSED_MAX_BYTES + " bytes");
                }
                out.write(chunk, 0, length);
            }
            return out.toByteArray();
        } catch (DataFormatException e) {
            throw new IOException("no zlib stream: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }
}
