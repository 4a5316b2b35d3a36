package io.ferrymq.store;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Several messages for one queue, stored all or none, side by side in the log.
 *
 * @param units the classic batch body: units of size, magic, checksum, flag, body and properties, one after the other
 * @param commonProperties encoded entries put at the end of each unit's own properties; may be empty
 */
public record BatchToStore(
        String topic,
        int queueId,
        int sysFlag,
        long bornTimestampMs,
        HostBytes bornHost,
        HostBytes storeHost,
        int reconsumeTimes,
        ByteBuffer units,
        byte[] commonProperties) {
    public BatchToStore {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(bornHost, "bornHost");
        Objects.requireNonNull(storeHost, "storeHost");
        Objects.requireNonNull(units, "units");
        Objects.requireNonNull(commonProperties, "commonProperties");
    }
}
