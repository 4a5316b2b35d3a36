package io.ferrymq.common.compression;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One LZ4 block: sequences of literals and of a match with what was written before.
 *
 * <pre>
 *   | token 1: literals 4 bits, match - 4 in 4 bits | 255 … more literals | literals | distance 2 | 255 … more match |
 * </pre>
 *
 * The last sequence has literals only: at least five bytes, and no match begins in the last twelve.
 */
final class Lz4Block {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MATCH_MIN_BYTES = 4;
    private static final int DISTANCE_MAX_BYTES = 65_535;
    private static final int LAST_LITERALS_BYTES = 5;
    private static final int LAST_MATCH_START_BYTES = 12;
    private static final int HASH_BITS = 14;
    private static final int NIBBLE_MAX = 15;

    private Lz4Block() {}

    static byte[] compress(byte[] source, int offset, int length) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(length / 2 + 16);
        int end = offset + length;
        int[] lastSeen = new int[1 << HASH_BITS];
        Arrays.fill(lastSeen, -1);
        int literals = offset;
        int at = offset;
        while (at < end - LAST_MATCH_START_BYTES) {
            int hash = ((int) INTS.get(source, at) * 0x9E3779B1) >>> (Integer.SIZE - HASH_BITS);
            int candidate = lastSeen[hash];
            lastSeen[hash] = at;
            if (candidate < 0
                    || at - candidate > DISTANCE_MAX_BYTES
                    || (int) INTS.get(source, candidate) != (int) INTS.get(source, at)) {
                at++;
                continue;
            }
            int matchEnd = at + MATCH_MIN_BYTES;
            while (matchEnd < end - LAST_LITERALS_BYTES && source[matchEnd] == source[candidate + matchEnd - at]) {
                matchEnd++;
            }
            writeSequence(out, source, literals, at, at - candidate, matchEnd - at);
            at = matchEnd;
            literals = at;
        }
        writeSequence(out, source, literals, end, 0, 0);
        return out.toByteArray();
    }

    private static void writeSequence(
            ByteArrayOutputStream out, byte[] source, int literals, int literalsEnd, int distance, int match) {
        int literalLength = literalsEnd - literals;
        int matchLength = match == 0 ? 0 : match - MATCH_MIN_BYTES;
        out.write(Math.min(literalLength, NIBBLE_MAX) << 4 | Math.min(matchLength, NIBBLE_MAX));
        writeRest(out, literalLength);
        out.write(source, literals, literalLength);
        if (match != 0) {
            out.write(distance);
            out.write(distance >>> Byte.SIZE);
            writeRest(out, matchLength);
        }
    }

    private static void writeRest(ByteArrayOutputStream out, int length) {
        if (length < NIBBLE_MAX) {
            return;
        }
        int rest = length - NIBBLE_MAX;
        for (; rest >= 255; rest -= 255) {
            out.write(255);
        }
        out.write(rest);
    }

    /** Runs over the array's end where a damaged block says so, which is an {@link IndexOutOfBoundsException}. */
    static void decompress(byte[] source, int from, int to, Output out) throws IOException {
        int at = from;
        while (at < to) {
            int token = source[at++] & 0xFF;
            int literals = token >>> 4;
            if (literals == NIBBLE_MAX) {
                int more;
                do {
                    more = source[at++] & 0xFF;
                    literals = Math.addExact(literals, more);
                } while (more == 255);
            }
            if (literals > to - at) {
                throw new IndexOutOfBoundsException("literals beyond the block");
            }
            out.copy(source, at, literals);
            at += literals;
            if (at == to) {
                return;
            }
            int distance = (source[at] & 0xFF) | (source[at + 1] & 0xFF) << Byte.SIZE;
            at += 2;
            int match = token & NIBBLE_MAX;
            if (match == NIBBLE_MAX) {
                int more;
                do {
                    more = source[at++] & 0xFF;
                    match = Math.addExact(match, more);
                } while (more == 255);
            }
            out.repeat(distance, match + MATCH_MIN_BYTES);
        }
    }

    /** What has been decompressed so far; matches reach back into it. */
    static final class Output {
        private byte[] bytes;
        private int length;

        Output(int expectedBytes) {
            bytes = new byte[Math.max(64, Math.min(expectedBytes, Compressor.DECOMPRESSED_MAX_BYTES))];
        }

        void copy(byte[] source, int offset, int count) throws IOException {
            reserve(count);
            System.arraycopy(source, offset, bytes, length, count);
            length += count;
        }

        void repeat(int distance, int count) throws IOException {
            if (distance == 0 || distance > length) {
                throw new IOException("LZ4 block reaches " + distance + " bytes back, " + length + " are there");
            }
            reserve(count);
            // Byte by byte: a match may overlap what it writes.
            for (int i = 0; i < count; i++) {
                bytes[length] = bytes[length - distance];
                length++;
            }
        }

        private void reserve(int count) throws IOException {
            if (count > Compressor.DECOMPRESSED_MAX_BYTES - length) {
                throw new IOException("LZ4 frame grows beyond " + Compressor.DECOMPRESSED_MAX_BYTES + " bytes");
            }
            if (length + count > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
            }
        }

        byte[] toByteArray() {
            return Arrays.copyOf(bytes, length);
        }
    }
}
