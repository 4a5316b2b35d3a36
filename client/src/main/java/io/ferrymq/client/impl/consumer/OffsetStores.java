package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.store.AsyncOffsetStore;
import io.ferrymq.client.consumer.store.LocalFileOffsetStore;
import io.ferrymq.client.consumer.store.OffsetStore;
import io.ferrymq.client.consumer.store.RemoteBrokerOffsetStore;
import io.ferrymq.client.impl.factory.ClientInstance;

/** Chooses where a consumer keeps its positions. */
final class OffsetStores {
    private OffsetStores() {}

    /** @param users the application's own, or null */
    static AsyncOffsetStore of(Group group, OffsetStore users, ClientInstance instance, BrokerLine brokers) {
        if (users != null) {
            return UserStore.of(users, instance::work);
        }
        return group.isBroadcasting()
                ? new LocalFileOffsetStore(LocalFileOffsetStore.defaultDirectory(), group.clientId(), group.name())
                : new RemoteBrokerOffsetStore(group.name(), new BrokerPositions(group.name(), brokers));
    }
}
