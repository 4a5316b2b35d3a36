package io.ferrymq.remoting.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Remembers the strings that a connection repeats in each of its requests (topic, group), so that reading one again allocates
 * nothing and yields the same instance with its hash already computed. Bounded: a newer string takes the older one's place.
 * Belongs to one connection and is used on its event loop only.
 */
final class Utf8Cache {
    private static final int SLOTS = 64;
    private static final int LENGTH_MAX_BYTES = 256;

    private final byte[][] keys = new byte[SLOTS][];
    private final String[] values = new String[SLOTS];

    String get(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length > LENGTH_MAX_BYTES) {
            return new String(bytes, from, length, StandardCharsets.UTF_8);
        }
        int hash = length;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
        byte[] key = keys[slot];
        if (key == null || !Arrays.equals(key, 0, key.length, bytes, from, to)) {
            keys[slot] = Arrays.copyOfRange(bytes, from, to);
            values[slot] = new String(bytes, from, length, StandardCharsets.UTF_8);
        }
        return values[slot];
    }
}
