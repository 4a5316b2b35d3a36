package io.ferrymq.store;

import java.util.function.LongSupplier;

/**
 * What the owner of a store adds to it.
 *
 * @param arrivals told of each message that has become readable
 * @param confirmOffset consumers see nothing that ends behind it: replication lowers it to what replicas have
 * @param retentionFloor files that hold this physical offset or later ones are never deleted for age (pending timers); disk pressure
 *     goes first
 * @param bitMaps noted beside the entries of queues
 * @param appended told after each burst of appends, before they are dispatched, by the appending thread: must not block
 */
public record StoreHooks(
        ArrivalListener arrivals,
        LongSupplier confirmOffset,
        LongSupplier retentionFloor,
        BitMaps bitMaps,
        Runnable appended) {
    public static StoreHooks none() {
        return new StoreHooks(
                StoreHooks::ignore, StoreHooks::noBound, StoreHooks::noBound, BitMaps.NONE, StoreHooks::tellNobody);
    }

    private static void ignore(
            String topic, int queueId, long maxOffset, long tagsCode, long storeTimestampMs, long physicalOffset) {}

    private static void tellNobody() {}

    private static long noBound() {
        return Long.MAX_VALUE;
    }

    public StoreHooks withArrivals(ArrivalListener listener) {
        return new StoreHooks(listener, confirmOffset, retentionFloor, bitMaps, appended);
    }

    public StoreHooks withConfirmOffset(LongSupplier supplier) {
        return new StoreHooks(arrivals, supplier, retentionFloor, bitMaps, appended);
    }

    public StoreHooks withRetentionFloor(LongSupplier supplier) {
        return new StoreHooks(arrivals, confirmOffset, supplier, bitMaps, appended);
    }

    public StoreHooks withAppended(Runnable listener) {
        return new StoreHooks(arrivals, confirmOffset, retentionFloor, bitMaps, listener);
    }

    public StoreHooks withBitMaps(BitMaps maps) {
        return new StoreHooks(arrivals, confirmOffset, retentionFloor, maps, appended);
    }
}
