package io.ferrymq.broker.filter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** MurmurHash3 x64 128, a hash in the public domain, with seed 0: the first half of its result. */
final class Murmur3 {
    private static final long C1 = 0x87c37b91114253d5L;
    private static final long C2 = 0x4cf5ad432745937fL;
    private static final int BLOCK_BYTES = 16;

    private Murmur3() {}

    static long hash(byte[] bytes) {
        ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long h1 = 0;
        long h2 = 0;
        while (data.remaining() >= BLOCK_BYTES) {
            h1 ^= mixFirst(data.getLong());
            h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
            h2 ^= mixSecond(data.getLong());
            h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
        }
        byte[] tail = new byte[BLOCK_BYTES];
        data.get(tail, 0, data.remaining());
        ByteBuffer rest = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN);
        h1 ^= mixFirst(rest.getLong());
        h2 ^= mixSecond(rest.getLong());
        h1 ^= bytes.length;
        h2 ^= bytes.length;
        h1 += h2;
        h2 += h1;
        return finish(h1) + finish(h2);
    }

    private static long mixFirst(long k) {
        return Long.rotateLeft(k * C1, 31) * C2;
    }

    private static long mixSecond(long k) {
        return Long.rotateLeft(k * C2, 33) * C1;
    }

    private static long finish(long hash) {
        long k = hash;
        k ^= k >>> 33;
        k *= 0xff51afd7ed558ccdL;
        k ^= k >>> 33;
        k *= 0xc4ceb9fe1a85ec53L;
        return k ^ (k >>> 33);
    }
}
