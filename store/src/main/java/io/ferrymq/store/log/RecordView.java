package io.ferrymq.store.log;

import io.ferrymq.common.message.PropertyBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads the fields of one record in place. Point it at a record with {@link #at}; it is then valid until pointed elsewhere. The record
 * must have passed {@link RecordCheck} or have been written by this process.
 */
public final class RecordView {
    private ByteBuffer bytes;
    private int start;
    private int afterBornHost;
    private int afterStoreHost;

    public RecordView at(ByteBuffer buffer, int offset) {
        bytes = buffer;
        start = offset;
        int sysFlag = sysFlag();
        afterBornHost = offset
                + RecordLayout.BORN_HOST
                + RecordLayout.hostBytes((sysFlag & RecordLayout.SYS_FLAG_BORN_IPV6) != 0);
        afterStoreHost = afterBornHost
                + RecordLayout.STORE_HOST_AFTER
                + RecordLayout.hostBytes((sysFlag & RecordLayout.SYS_FLAG_STORE_IPV6) != 0);
        return this;
    }

    public int totalSize() {
        return bytes.getInt(start);
    }

    public int magic() {
        return bytes.getInt(start + RecordLayout.MAGIC);
    }

    public int bodyCrc() {
        return bytes.getInt(start + RecordLayout.BODY_CRC);
    }

    public int queueId() {
        return bytes.getInt(start + RecordLayout.QUEUE_ID);
    }

    public long queueOffset() {
        return bytes.getLong(start + RecordLayout.QUEUE_OFFSET);
    }

    public long physicalOffset() {
        return bytes.getLong(start + RecordLayout.PHYSICAL_OFFSET);
    }

    public int sysFlag() {
        return bytes.getInt(start + RecordLayout.SYS_FLAG);
    }

    public long storeTimestampMs() {
        return bytes.getLong(afterBornHost + RecordLayout.STORE_TIMESTAMP_AFTER);
    }

    public int bodyLength() {
        return bytes.getInt(afterStoreHost + RecordLayout.BODY_LENGTH_AFTER);
    }

    /** The body in place. */
    public ByteBuffer bodySlice() {
        return bytes.slice(bodyStart(), bodyLength());
    }

    int bodyStart() {
        return afterStoreHost + RecordLayout.BODY_AFTER;
    }

    /** Where the fixed part ends, from the record's start: what must be there before any field is read. */
    int fixedEnd() {
        return bodyStart() - start;
    }

    private int topicLengthAt() {
        return bodyStart() + bodyLength();
    }

    int topicStart() {
        return topicLengthAt() + (magic() == RecordLayout.MAGIC_V2 ? 2 : 1);
    }

    int topicLength() {
        return magic() == RecordLayout.MAGIC_V2 ? bytes.getShort(topicLengthAt()) : bytes.get(topicLengthAt());
    }

    public String topic() {
        byte[] name = new byte[topicLength()];
        bytes.get(topicStart(), name);
        return new String(name, StandardCharsets.UTF_8);
    }

    /** Whether the record's topic has exactly these bytes. */
    public boolean topicIs(byte[] utf8) {
        return topicLength() == utf8.length
                && bytes.slice(topicStart(), utf8.length).equals(ByteBuffer.wrap(utf8));
    }

    int propertiesStart() {
        return topicStart() + topicLength() + 2;
    }

    public int propertiesLength() {
        return bytes.getShort(topicStart() + topicLength());
    }

    public PropertyBytes properties() {
        byte[] encoded = new byte[propertiesLength()];
        bytes.get(propertiesStart(), encoded);
        return PropertyBytes.scan(encoded);
    }

    /** The encoded properties in place. */
    public ByteBuffer propertiesSlice() {
        return bytes.slice(propertiesStart(), propertiesLength());
    }
}
