package io.ferrymq.store;

import java.util.function.LongSupplier;

/**
 * What the owner of a store adds to it.
 *
 * @param arrivals told of each message that has become readable
 * @param confirmOffset consumers see nothing that ends behind it: replication lowers it to what replicas have
 * @param retentionFloor files that hold this physical offset or later ones are never deleted for age (pending timers); disk pressure
 *     goes first
 * @param appended told after each burst of appends, before they are dispatched, by the appending thread: must not block
 */
public record StoreHooks(
        ArrivalListener arrivals, LongSupplier confirmOffset, LongSupplier retentionFloor, Runnable appended) {
    public static StoreHooks none() {
        return new StoreHooks(StoreHooks::ignore, StoreHooks::noBound, StoreHooks::noBound, StoreHooks::tellNobody);
    }

    private static void ignore(
            String topic, int queueId, long maxOffset, long tagsCode, long storeTimestampMs, long physicalOffset) {}

    private static void tellNobody() {}

    private static long noBound() {
        return Long.MAX_VALUE;
    }

    public StoreHooks withArrivals(ArrivalListener listener) {
        return new StoreHooks(listener, confirmOffset, retentionFloor, appended);
    }

    public StoreHooks withConfirmOffset(LongSupplier supplier) {
        return new StoreHooks(arrivals, supplier, retentionFloor, appended);
    }

    public StoreHooks withRetentionFloor(LongSupplier supplier) {
        return new StoreHooks(arrivals, confirmOffset, supplier, appended);
    }

    public StoreHooks withAppended(Runnable listener) {
        return new StoreHooks(arrivals, confirmOffset, retentionFloor, listener);
    }
}
