package io.ferrymq.store.queue;

import java.nio.ByteBuffer;

/**
 * What stands in an extension file for one entry of a queue (big-endian; spec: storage 3.4).
 *
 * <pre>
 *   0 | size 2 | tagsCode 8 | storeTimestamp 8 | bitMapLength 2 | bitMap |
 * </pre>
 *
 * The queue's entry holds the unit's address in place of its tag code: the byte address plus the smallest long, so that it is less than any tag
 * code and any time. A unit never crosses the end of a file: there a size of -1 says that the next file goes on, with at least four bytes left.
 */
public record ExtensionUnit(long tagsCode, long storeTimestampMs, byte[] bitMap) {
    static final int SIZE = 0;
    static final int TAGS_CODE = 2;
    static final int STORE_TIMESTAMP = 10;
    static final int BIT_MAP_LENGTH = 18;
    static final int BIT_MAP = 20;
    static final short END_OF_FILE = -1;

    /** Left free behind the last unit of a file. */
    static final int TAIL_BYTES = 4;

    /** Whether what an entry holds as tag code is the address of a unit. */
    public static boolean isAddress(long tagsCode) {
        return tagsCode < Integer.MIN_VALUE;
    }

    static long encode(long byteAddress) {
        return byteAddress + Long.MIN_VALUE;
    }

    static long decode(long tagsCode) {
        return tagsCode - Long.MIN_VALUE;
    }

    int sizeBytes() {
        return BIT_MAP + bitMap.length;
    }

    /** The unit at a place of a file; null when there is none that makes sense. */
    static ExtensionUnit read(ByteBuffer file, int at, int fileBytes) {
        int size = sizeAt(file, at, fileBytes);
        if (size <= 0 || file.getShort(at + BIT_MAP_LENGTH) != size - BIT_MAP) {
            return null;
        }
        byte[] bits = new byte[size - BIT_MAP];
        file.get(at + BIT_MAP, bits);
        return new ExtensionUnit(file.getLong(at + TAGS_CODE), file.getLong(at + STORE_TIMESTAMP), bits);
    }

    /** The size of the unit here; 0 where units end, -1 where nothing makes sense. */
    static int sizeAt(ByteBuffer file, int at, int fileBytes) {
        int size = at + TAIL_BYTES > fileBytes ? 0 : file.getShort(at + SIZE);
        if (size == 0 || size == END_OF_FILE) {
            return 0;
        }
        return size >= BIT_MAP && at + size + TAIL_BYTES <= fileBytes ? size : -1;
    }

    void write(ByteBuffer file, int at) {
        file.putLong(at + TAGS_CODE, tagsCode);
        file.putLong(at + STORE_TIMESTAMP, storeTimestampMs);
        file.putShort(at + BIT_MAP_LENGTH, (short) bitMap.length);
        file.put(at + BIT_MAP, bitMap);
    }
}
