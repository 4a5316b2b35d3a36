package io.ferrymq.broker.replication;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.ReplicationKeys;
import java.util.concurrent.TimeUnit;

/** What both ends of a replication link keep to. */
record LinkSettings(int batchBytes, long heartbeatMs, long housekeepingMs) {
    static LinkSettings of(BrokerConfig config) {
        return new LinkSettings(
                config.get(ReplicationKeys.HA_TRANSFER_BATCH_SIZE),
                config.get(ReplicationKeys.HA_SEND_HEARTBEAT_INTERVAL),
                config.get(ReplicationKeys.HA_HOUSEKEEPING_INTERVAL));
    }

    long heartbeatNanos() {
        return TimeUnit.MILLISECONDS.toNanos(heartbeatMs);
    }

    long housekeepingNanos() {
        return TimeUnit.MILLISECONDS.toNanos(housekeepingMs);
    }

    /** How often to look whether one of the two is due. */
    long lookMs() {
        return Math.max(1, Math.min(heartbeatMs, housekeepingMs) / 10);
    }
}
