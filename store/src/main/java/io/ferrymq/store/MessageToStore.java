package io.ferrymq.store;

import io.ferrymq.common.message.PropertyBytes;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * One message on its way into the log. The store sets what only it knows: queue offset, physical offset, store time,
 * checksum, the address bits of sysFlag, and the tag code (in the schedule topic: the time of delivery).
 *
 * @param preparedTransactionOffset physical offset of the half message that this one commits, else 0
 * @param body the bytes between position and limit; read, never changed
 */
public record MessageToStore(
        String topic,
        int queueId,
        int flag,
        int sysFlag,
        long bornTimestampMs,
        HostBytes bornHost,
        HostBytes storeHost,
        int reconsumeTimes,
        long preparedTransactionOffset,
        ByteBuffer body,
        PropertyBytes properties) {
    public MessageToStore {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(bornHost, "bornHost");
        Objects.requireNonNull(storeHost, "storeHost");
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(properties, "properties");
    }
}
