package io.ferrymq.broker.consume;

import io.ferrymq.store.ArrivalListener;

/** The store wants its listener when it is opened, whoever listens wants the store: this stands between them. */
public final class ArrivalRelay implements ArrivalListener {
    private volatile ArrivalListener listener = ArrivalRelay::ignore;

    private static void ignore(
            String topic, int queueId, long maxOffset, long tagsCode, long storeTimestampMs, long physicalOffset) {}

    /** Tells this listener from now on. What arrived before needs no telling: nobody waits yet. */
    public void to(ArrivalListener target) {
        listener = target;
    }

    @Override
    public void onArrival(
            String topic, int queueId, long maxOffset, long tagsCode, long storeTimestampMs, long physicalOffset) {
        listener.onArrival(topic, queueId, maxOffset, tagsCode, storeTimestampMs, physicalOffset);
    }
}
