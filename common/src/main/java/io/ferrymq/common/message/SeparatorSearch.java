package io.ferrymq.common.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds the next 0x01 or 0x02, eight bytes at a time: the scan of properties runs for every message. */
final class SeparatorSearch {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long THREES = 0x0303030303030303L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private SeparatorSearch() {}

    /** The first place in the range that holds a separator; the range's end when there is none. */
    static int next(byte[] array, int from, int to) {
        int at = from;
        while (at <= to - Long.BYTES) {
            long word = (long) WORDS.get(array, at);
            // Marks bytes below 3. A borrow can mark a byte wrongly, but only behind a right one, which comes first
            // here.
            long below3 = (word - THREES) & ~word & HIGH_BITS;
            if (below3 == 0) {
                at += Long.BYTES;
                continue;
            }
            at += Long.numberOfTrailingZeros(below3) / Byte.SIZE;
            if (array[at] != 0) {
                return at;
            }
            at++;
        }
        while (at < to && array[at] != PropertyBytes.NAME_END && array[at] != PropertyBytes.ENTRY_END) {
            at++;
        }
        return at;
    }
}
