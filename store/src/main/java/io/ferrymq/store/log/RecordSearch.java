package io.ferrymq.store.log;

import io.ferrymq.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Looks for the next undamaged record where the chain of lengths is broken. */
public final class RecordSearch {
    private static final int ZERO_RUN_MIN_BYTES = 64 << 10;

    private final RecordCheck check = new RecordCheck();

    /**
     * @param file the file that is mapped
     * @param bytes its content
     * @param base address of its first byte
     * @param from offset in the file at which to begin
     * @param end offset in the file at which to stop
     * @return offset of the record in the file, -1 when there is none
     */
    public int next(Path file, ByteBuffer bytes, long base, int from, int end) {
        int last = end - RecordLayout.FIXED_SIZE_BYTES;
        int at = from;
        int zeroBytes = 0;
        while (at <= last) {
            // Eight zeros: no magic begins at any of them.
            if (bytes.getLong(at + RecordLayout.MAGIC) == 0) {
                at += Long.BYTES;
                zeroBytes += Long.BYTES;
                if (zeroBytes == ZERO_RUN_MIN_BYTES) {
                    at = zerosEnd(file, at + RecordLayout.MAGIC, end) - RecordLayout.MAGIC;
                    zeroBytes = 0;
                }
                continue;
            }
            zeroBytes = 0;
            int magic = bytes.getInt(at + RecordLayout.MAGIC);
            boolean hasMagic = magic == RecordLayout.MAGIC_V1 || magic == RecordLayout.MAGIC_V2;
            if (hasMagic && check.check(bytes, at, end, base + at) == RecordCheck.Finding.RECORD) {
                return at;
            }
            at++;
        }
        return -1;
    }

    /** The first offset, in steps of 8 bytes, at which not all 8 bytes are zero; at most {@code end}. */
    public static int zerosEnd(Path file, int from, int end) {
        try {
            return ZeroRun.end(file, from, end);
        } catch (IOException e) {
            throw new StoreException(file, "cannot be read", e);
        }
    }
}
