package io.ferrymq.remoting.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Remembers the strings that a connection repeats in each of its requests (topic, group), so that reading one again allocates
 * nothing and yields the same instance with its hash already computed. Bounded: a newer string takes the older one's place.
 * Belongs to one connection and is used on its event loop only.
 */
final class Utf8Cache {
    private static final int SLOT_BITS = 6;
    private static final int SLOTS = 1 << SLOT_BITS;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    /** Eight bytes at a time: this runs several times for every message. */
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static final int LENGTH_MAX_BYTES = 256;

    private final byte[][] keys = new byte[SLOTS][];
    private final String[] values = new String[SLOTS];

    String get(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length > LENGTH_MAX_BYTES) {
            return new String(bytes, from, length, StandardCharsets.UTF_8);
        }
        int slot = slot(bytes, from, to);
        byte[] key = keys[slot];
        if (key == null || !Arrays.equals(key, 0, key.length, bytes, from, to)) {
            keys[slot] = Arrays.copyOfRange(bytes, from, to);
            values[slot] = new String(bytes, from, length, StandardCharsets.UTF_8);
        }
        return values[slot];
    }

    private static int slot(byte[] bytes, int from, int to) {
        long hash = (long) to - from;
        int at = from;
        for (; to - at >= Long.BYTES; at += Long.BYTES) {
            hash = (hash ^ (long) LONGS.get(bytes, at)) * SPREAD;
            hash ^= hash >>> 32;
        }
        for (; at < to; at++) {
            hash = 31L * hash + bytes[at];
        }
        return (int) ((hash * SPREAD) >>> (Long.SIZE - SLOT_BITS));
    }
}
