package io.ferrymq.broker.filter;

import io.ferrymq.store.EntryFilter;
import java.nio.ByteBuffer;

/** An expression that is not evaluated where a message's bit map says that it is not true. */
final class BitMapFilter implements EntryFilter {
    private final SqlFilter filter;
    private final long fromOffset;
    private final int bytes;
    private final int[] positions;

    /**
     * @param fromOffset bit maps of messages before this place in the log were made without the expression
     * @param bytes length of bit maps; others are of other settings
     */
    BitMapFilter(SqlFilter filter, long fromOffset, int bytes, int[] positions) {
        this.filter = filter;
        this.fromOffset = fromOffset;
        this.bytes = bytes;
        this.positions = positions;
    }

    @Override
    public boolean matchesTagsCode(long tagsCode) {
        return true;
    }

    @Override
    public boolean mayMatch(long physicalOffset, byte[] bitMap) {
        if (physicalOffset < fromOffset || bitMap.length != bytes) {
            return true;
        }
        for (int bit : positions) {
            if ((bitMap[bit / Byte.SIZE] & 1 << bit % Byte.SIZE) == 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean wantsProperties() {
        return true;
    }

    @Override
    public boolean matchesProperties(ByteBuffer properties) {
        return filter.matchesProperties(properties);
    }

    @Override
    public String toString() {
        return filter + " with bit maps";
    }
}
