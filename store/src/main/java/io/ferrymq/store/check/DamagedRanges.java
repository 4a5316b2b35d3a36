package io.ferrymq.store.check;

import java.util.Map;
import java.util.TreeMap;

/**
 * Where the log holds no undamaged record. What leads there is a consequence of that damage: the log has nothing to rebuild it from, and queues keep their offsets
 * without gaps.
 */
final class DamagedRanges {
    private final TreeMap<Long, Long> endsByBegin = new TreeMap<>();

    void add(long from, long to) {
        endsByBegin.put(from, to);
    }

    boolean contains(long address) {
        Map.Entry<Long, Long> range = endsByBegin.floorEntry(address);
        return range != null && address < range.getValue();
    }
}
