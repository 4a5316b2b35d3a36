package io.ferrymq.common.message;

import io.ferrymq.common.compression.CompressionType;
import io.ferrymq.common.compression.CompressorFactory;
import io.ferrymq.common.sysflag.MessageSysFlag;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Writes what {@link StoredMessageReader} reads, for messages that travel to clients without having been stored as they are. */
final class StoredMessageWriter {
    private static final int FIXED_BYTES = 84 - 16 + Integer.BYTES + Short.BYTES;
    private static final int LEVEL = 5;

    private StoredMessageWriter() {}

    static byte[] write(MessageExt message, boolean compress) throws IOException {
        byte[] topic = message.getTopic().getBytes(StandardCharsets.UTF_8);
        byte[] properties =
                message.getProperties() == null ? new byte[0] : PropertyEdits.encode(message.getProperties());
        byte[] body = body(message, compress);
        ByteBuffer bornHost = message.getBornHostBytes();
        ByteBuffer storeHost = message.getStoreHostBytes();
        boolean longTopic = topic.length > Byte.MAX_VALUE;
        int size = FIXED_BYTES
                + bornHost.remaining()
                + storeHost.remaining()
                + body.length
                + (longTopic ? Short.BYTES : Byte.BYTES)
                + topic.length
                + properties.length;
        ByteBuffer out = ByteBuffer.allocate(size);
        out.putInt(size).putInt(longTopic ? MessageDecoder.MESSAGE_MAGIC_CODE_V2 : MessageDecoder.MESSAGE_MAGIC_CODE);
        out.putInt(crc(body)).putInt(message.getQueueId()).putInt(message.getFlag());
        out.putLong(message.getQueueOffset()).putLong(message.getCommitLogOffset());
        out.putInt(sysFlag(message.getSysFlag(), bornHost, storeHost));
        out.putLong(message.getBornTimestamp()).put(bornHost);
        out.putLong(message.getStoreTimestamp()).put(storeHost);
        out.putInt(message.getReconsumeTimes()).putLong(message.getPreparedTransactionOffset());
        out.putInt(body.length).put(body);
        if (longTopic) {
            out.putShort((short) topic.length);
        } else {
            out.put((byte) topic.length);
        }
        out.put(topic).putShort(propertiesLength(properties)).put(properties);
        return out.array();
    }

    static short propertiesLength(byte[] properties) {
        if (properties.length > PropertyBytes.SIZE_MAX_BYTES) {
            throw new IllegalArgumentException("the properties of the message have " + properties.length
                    + " bytes, the limit is " + PropertyBytes.SIZE_MAX_BYTES);
        }
        return (short) properties.length;
    }

    private static int sysFlag(int sysFlag, ByteBuffer bornHost, ByteBuffer storeHost) {
        int v4 = sysFlag & ~(MessageSysFlag.BORNHOST_V6_FLAG | MessageSysFlag.STOREHOSTADDRESS_V6_FLAG);
        int born = bornHost.remaining() > 8 ? MessageSysFlag.BORNHOST_V6_FLAG : 0;
        int store = storeHost.remaining() > 8 ? MessageSysFlag.STOREHOSTADDRESS_V6_FLAG : 0;
        return v4 | born | store;
    }

    private static byte[] body(MessageExt message, boolean compress) throws IOException {
        byte[] body = message.getBody() == null ? new byte[0] : message.getBody();
        if (!compress || !MessageSysFlag.isCompressed(message.getSysFlag())) {
            return body;
        }
        CompressionType type = CompressionType.ofSysFlag(message.getSysFlag());
        return CompressorFactory.getCompressor(type).compress(body, LEVEL);
    }

    private static int crc(byte[] body) {
        CRC32 crc = new CRC32();
        crc.update(body);
        return (int) crc.getValue() & Integer.MAX_VALUE;
    }
}
