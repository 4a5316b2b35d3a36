package io.ferrymq.store.log;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.HostBytes;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/** Writes records into a mapped file. Size and magic come last: a record that the process did not finish is none. */
final class RecordWriter {
    private RecordWriter() {}

    /** What all records of one append have in common. */
    record Envelope(
            byte[] topicUtf8,
            boolean version2,
            int queueId,
            int sysFlag,
            long bornTimestampMs,
            HostBytes bornHost,
            HostBytes storeHost,
            int reconsumeTimes,
            long preparedOffset) {
        int recordSize(int bodyBytes, int propertiesBytes) {
            return RecordLayout.size(sysFlag, version2, bodyBytes, topicUtf8.length, propertiesBytes);
        }
    }

    static int bodyCrc(ByteBuffer body) {
        CRC32 crc = new CRC32();
        crc.update(body.duplicate());
        return (int) crc.getValue() & RecordLayout.CRC_MASK;
    }

    /** The bits that say how long the hosts are follow from the hosts, whatever the sender said. */
    static int sysFlagFor(int sysFlag, HostBytes bornHost, HostBytes storeHost) {
        int flag = sysFlag & ~(RecordLayout.SYS_FLAG_BORN_IPV6 | RecordLayout.SYS_FLAG_STORE_IPV6);
        flag |= bornHost.isIpv6() ? RecordLayout.SYS_FLAG_BORN_IPV6 : 0;
        return flag | (storeHost.isIpv6() ? RecordLayout.SYS_FLAG_STORE_IPV6 : 0);
    }

    /** One message of an append. */
    record Content(int flag, ByteBuffer body, int bodyCrc, PropertyBytes properties, int sizeBytes) {}

    /** Queue offset, address and store time are known only under the append lock. */
    static void write(
            ByteBuffer target,
            int at,
            Envelope envelope,
            Content content,
            long physicalOffset,
            long queueOffset,
            long storeTimestampMs) {
        target.putInt(at + RecordLayout.BODY_CRC, content.bodyCrc);
        target.putInt(at + RecordLayout.QUEUE_ID, envelope.queueId);
        target.putInt(at + RecordLayout.FLAG, content.flag);
        target.putLong(at + RecordLayout.QUEUE_OFFSET, queueOffset);
        target.putLong(at + RecordLayout.PHYSICAL_OFFSET, physicalOffset);
        target.putInt(at + RecordLayout.SYS_FLAG, envelope.sysFlag);
        target.putLong(at + RecordLayout.BORN_TIMESTAMP, envelope.bornTimestampMs);
        int next = at + RecordLayout.BORN_HOST;
        envelope.bornHost.writeTo(target, next);
        next += envelope.bornHost.sizeBytes();
        target.putLong(next + RecordLayout.STORE_TIMESTAMP_AFTER, storeTimestampMs);
        next += RecordLayout.STORE_HOST_AFTER;
        envelope.storeHost.writeTo(target, next);
        next += envelope.storeHost.sizeBytes();
        target.putInt(next + RecordLayout.RECONSUME_TIMES_AFTER, envelope.reconsumeTimes);
        target.putLong(next + RecordLayout.PREPARED_OFFSET_AFTER, envelope.preparedOffset);
        int bodyLength = content.body.remaining();
        target.putInt(next + RecordLayout.BODY_LENGTH_AFTER, bodyLength);
        next += RecordLayout.BODY_AFTER;
        target.put(next, content.body, content.body.position(), bodyLength);
        next += bodyLength;
        next = writeTopic(target, next, envelope);
        target.putShort(next, (short) content.properties.length());
        target.position(next + 2);
        content.properties.copyTo(target);
        finish(target, at, content.sizeBytes, envelope.version2 ? RecordLayout.MAGIC_V2 : RecordLayout.MAGIC_V1);
    }

    private static int writeTopic(ByteBuffer target, int at, Envelope envelope) {
        int length = envelope.topicUtf8.length;
        int next = at;
        if (envelope.version2) {
            target.putShort(next, (short) length);
            next += 2;
        } else {
            target.put(next, (byte) length);
            next += 1;
        }
        target.put(next, envelope.topicUtf8);
        return next + length;
    }

    /** What fills the rest of a file. */
    static void writeBlank(ByteBuffer target, int at, int restBytes) {
        finish(target, at, restBytes, RecordLayout.MAGIC_BLANK);
    }

    private static void finish(ByteBuffer target, int at, int sizeBytes, int magic) {
        // Release: all other bytes are written before these eight, which make them a record after a kill.
        VarHandle.releaseFence();
        target.putInt(at + RecordLayout.TOTAL_SIZE, sizeBytes);
        target.putInt(at + RecordLayout.MAGIC, magic);
    }
}
