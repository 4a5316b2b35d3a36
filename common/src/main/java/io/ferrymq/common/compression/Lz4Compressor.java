package io.ferrymq.common.compression;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * LZ4 frames, without a native library.
 *
 * <pre>
 *   | magic 4 | flags 1 | block size 1 | content size 0/8 | dictionary 0/4 | header check 1 |
 *   | block size 4, top bit: stored as is | block | block check 0/4 | … | 0 4 | content check 0/4 |      little endian
 * </pre>
 *
 * Block and content checksums are skipped: a message's body has a checksum of its own.
 */
final class Lz4Compressor implements Compressor {
    private static final int MAGIC = 0x184D2204;
    private static final int VERSION_BITS = 0xC0;
    private static final int VERSION_1 = 0x40;
    private static final int INDEPENDENT_BLOCKS = 0x20;
    private static final int BLOCK_CHECK = 0x10;
    private static final int CONTENT_SIZE = 0x08;
    private static final int DICTIONARY = 0x01;
    private static final int BLOCK_SIZE_4_MIB = 0x70;
    private static final int BLOCK_MAX_BYTES = 4 << 20;
    private static final int STORED = 0x80000000;

    @Override
    public CompressionType type() {
        return CompressionType.LZ4;
    }

    /** The level is not used: there is one. */
    @Override
    public byte[] compress(byte[] source, int level) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(source.length / 2 + 64);
        byte[] descriptor = {VERSION_1 | INDEPENDENT_BLOCKS, BLOCK_SIZE_4_MIB};
        putInt(out, MAGIC);
        out.writeBytes(descriptor);
        out.write(headerCheck(descriptor, 0, descriptor.length));
        for (int at = 0; at < source.length; at += BLOCK_MAX_BYTES) {
            int length = Math.min(BLOCK_MAX_BYTES, source.length - at);
            byte[] block = Lz4Block.compress(source, at, length);
            if (block.length < length) {
                putInt(out, block.length);
                out.writeBytes(block);
            } else {
                putInt(out, length | STORED);
                out.write(source, at, length);
            }
        }
        putInt(out, 0);
        return out.toByteArray();
    }

    @Override
    public byte[] decompress(byte[] source) throws IOException {
        try {
            return readFrame(source);
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new IOException("LZ4 frame of " + source.length + " bytes is cut or damaged", e);
        }
    }

    private static byte[] readFrame(byte[] source) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(source).order(ByteOrder.LITTLE_ENDIAN);
        if (in.getInt() != MAGIC) {
            throw new IOException("no LZ4 frame");
        }
        int flags = in.get(in.position()) & 0xFF;
        if ((flags & VERSION_BITS) != VERSION_1 || (flags & DICTIONARY) != 0) {
            throw new IOException("LZ4 frame with the flags 0x" + Integer.toHexString(flags) + " cannot be read");
        }
        int descriptorLength = 2 + ((flags & CONTENT_SIZE) != 0 ? Long.BYTES : 0);
        byte expected = headerCheck(source, in.position(), descriptorLength);
        in.position(in.position() + descriptorLength);
        if (in.get() != expected) {
            throw new IOException("LZ4 frame with a damaged header");
        }
        Lz4Block.Output out = new Lz4Block.Output(4 * in.remaining());
        for (int size = in.getInt(); size != 0; size = in.getInt()) {
            int length = size & ~STORED;
            int start = in.position();
            in.position(start + length);
            if ((size & STORED) != 0) {
                out.copy(source, start, length);
            } else {
                Lz4Block.decompress(source, start, start + length, out);
            }
            if ((flags & BLOCK_CHECK) != 0) {
                in.getInt();
            }
        }
        return out.toByteArray();
    }

    private static void putInt(ByteArrayOutputStream out, int value) {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            out.write(value >>> shift);
        }
    }

    /** Second byte of the xxHash32 of the descriptor, which is always shorter than one stripe of that hash. */
    private static byte headerCheck(byte[] array, int offset, int length) {
        int hash = 0x165667B1 + length;
        ByteBuffer in = ByteBuffer.wrap(array, offset, length).order(ByteOrder.LITTLE_ENDIAN);
        while (in.remaining() >= Integer.BYTES) {
            hash = Integer.rotateLeft(hash + in.getInt() * 0xC2B2AE3D, 17) * 0x27D4EB2F;
        }
        while (in.hasRemaining()) {
            hash = Integer.rotateLeft(hash + (in.get() & 0xFF) * 0x165667B1, 11) * 0x9E3779B1;
        }
        hash = (hash ^ (hash >>> 15)) * 0x85EBCA77;
        hash = (hash ^ (hash >>> 13)) * 0xC2B2AE3D;
        return (byte) ((hash ^ (hash >>> 16)) >>> 8);
    }
}
