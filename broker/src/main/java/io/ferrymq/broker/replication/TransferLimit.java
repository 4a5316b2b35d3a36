package io.ferrymq.broker.replication;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.config.ReplicationKeys;
import java.util.concurrent.TimeUnit;

/** How much may be sent to one slave now ({@code haFlowControlEnable}). Belongs to the replication loop. */
final class TransferLimit {
    /** What was not used is kept for so long, and no more is sent at once. */
    private static final long BURST_MS = 100;

    private final LiveConfig config;
    private long allowedBytes;
    private long filledNanos = System.nanoTime();

    TransferLimit(LiveConfig config) {
        this.config = config;
    }

    /** At most this many of the wanted bytes, 0 when it is too early for any. */
    int allowed(int wantedBytes, long nowNanos) {
        BrokerConfig settings = config.current();
        if (!settings.get(ReplicationKeys.HA_FLOW_CONTROL_ENABLE)) {
            return wantedBytes;
        }
        double perNano =
                settings.get(ReplicationKeys.MAX_HA_TRANSFER_BYTE_IN_SECOND) / (double) TimeUnit.SECONDS.toNanos(1);
        double burst = Math.max(1, perNano * TimeUnit.MILLISECONDS.toNanos(BURST_MS));
        allowedBytes = (long) Math.min(burst, allowedBytes + perNano * (nowNanos - filledNanos));
        filledNanos = nowNanos;
        // No trickle of tiny frames.
        return allowedBytes < Math.min(wantedBytes, burst / 2) ? 0 : (int) Math.min(wantedBytes, allowedBytes);
    }

    void sent(int bytes) {
        allowedBytes = Math.max(0, allowedBytes - bytes);
    }
}
