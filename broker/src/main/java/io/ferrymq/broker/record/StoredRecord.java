package io.ferrymq.broker.record;

import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.store.HostBytes;
import io.ferrymq.store.MessageToStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A message read from the log to be put into it again. The body is a view of the log: it lives as long as the slices it came from.
 *
 * <pre>
 *   |size 4|magic 4|bodyCRC 4|queueId 4|flag 4|queueOffset 8|physicalOffset 8|sysFlag 4|bornTime 8|bornHost 8/20|
 *   |storeTime 8|storeHost 8/20|reconsumeTimes 4|preparedOffset 8|bodyLength 4|body|topicLength 1/2|topic|propsLength 2|props|
 * </pre>
 */
public record StoredRecord(
        String topic,
        int queueId,
        int flag,
        long queueOffset,
        long physicalOffset,
        int sysFlag,
        long bornTimestampMs,
        HostBytes bornHost,
        HostBytes storeHost,
        int reconsumeTimes,
        ByteBuffer body,
        PropertyBytes properties) {
    private static final int MAGIC_OFFSET = 4;
    private static final int QUEUE_ID_OFFSET = 12;
    private static final int FLAG_OFFSET = 16;
    private static final int QUEUE_OFFSET_OFFSET = 20;
    private static final int PHYSICAL_OFFSET_OFFSET = 28;
    private static final int SYS_FLAG_OFFSET = 36;
    private static final int BORN_TIME_OFFSET = 40;
    private static final int BORN_HOST_OFFSET = 48;

    /** @param record one whole record that the store gave out, so that its lengths are right */
    public static StoredRecord read(ByteBuffer record) {
        int at = record.position();
        int sysFlag = record.getInt(at + SYS_FLAG_OFFSET);
        HostBytes bornHost =
                HostBytes.read(record, at + BORN_HOST_OFFSET, (sysFlag & MessageSysFlag.BORNHOST_V6_FLAG) != 0);
        int storeHostAt = at + BORN_HOST_OFFSET + bornHost.sizeBytes() + Long.BYTES;
        HostBytes storeHost =
                HostBytes.read(record, storeHostAt, (sysFlag & MessageSysFlag.STOREHOSTADDRESS_V6_FLAG) != 0);
        int reconsumeAt = storeHostAt + storeHost.sizeBytes();
        int bodyLengthAt = reconsumeAt + Integer.BYTES + Long.BYTES;
        int bodyLength = record.getInt(bodyLengthAt);
        int topicLengthAt = bodyLengthAt + Integer.BYTES + bodyLength;
        boolean longTopic = record.getInt(at + MAGIC_OFFSET) == MessageDecoder.MESSAGE_MAGIC_CODE_V2;
        int topicLength = longTopic ? record.getShort(topicLengthAt) : record.get(topicLengthAt);
        int topicAt = topicLengthAt + (longTopic ? Short.BYTES : Byte.BYTES);
        byte[] properties = bytes(record, topicAt + topicLength + Short.BYTES, record.getShort(topicAt + topicLength));
        return new StoredRecord(
                new String(bytes(record, topicAt, topicLength), StandardCharsets.UTF_8),
                record.getInt(at + QUEUE_ID_OFFSET),
                record.getInt(at + FLAG_OFFSET),
                record.getLong(at + QUEUE_OFFSET_OFFSET),
                record.getLong(at + PHYSICAL_OFFSET_OFFSET),
                sysFlag,
                record.getLong(at + BORN_TIME_OFFSET),
                bornHost,
                storeHost,
                record.getInt(reconsumeAt),
                record.slice(bodyLengthAt + Integer.BYTES, bodyLength),
                PropertyBytes.scan(properties));
    }

    /** Store time (ms) of one whole record that the store gave out. */
    public static long storeTimestampMs(ByteBuffer record) {
        int at = record.position();
        int sysFlag = record.getInt(at + SYS_FLAG_OFFSET);
        HostBytes bornHost =
                HostBytes.read(record, at + BORN_HOST_OFFSET, (sysFlag & MessageSysFlag.BORNHOST_V6_FLAG) != 0);
        return record.getLong(at + BORN_HOST_OFFSET + bornHost.sizeBytes());
    }

    private static byte[] bytes(ByteBuffer record, int at, int length) {
        byte[] bytes = new byte[length];
        record.get(at, bytes);
        return bytes;
    }

    /** The offset id: where this message stands. */
    public String offsetId() {
        return MessageDecoder.createMessageId(storeHost.toSocketAddress(), physicalOffset);
    }

    /** The same message for another queue, with its body, flag and origin. */
    public MessageToStore copyTo(
            String newTopic,
            int newQueueId,
            int newSysFlag,
            HostBytes newStoreHost,
            int newReconsumeTimes,
            PropertyBytes newProperties) {
        return new MessageToStore(
                newTopic,
                newQueueId,
                flag,
                newSysFlag,
                bornTimestampMs,
                bornHost,
                newStoreHost,
                newReconsumeTimes,
                0,
                body,
                newProperties);
    }
}
