package io.ferrymq.common.message;

import io.ferrymq.common.compression.CompressionType;
import io.ferrymq.common.compression.CompressorFactory;
import io.ferrymq.common.sysflag.MessageSysFlag;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Reads stored messages, as the log holds them and answers carry them.
 *
 * <pre>
 *   |size 4|magic 4|bodyCRC 4|queueId 4|flag 4|queueOffset 8|physicalOffset 8|sysFlag 4|bornTime 8|bornHost 8/20|
 *   |storeTime 8|storeHost 8/20|reconsumeTimes 4|preparedOffset 8|bodyLength 4|body|topicLength 1/2|topic|propsLength 2|props|
 * </pre>
 *
 * The second form of the magic has two bytes of topic length. Every length is checked against the message's own size
 * before it is used. What neighbours have in common, hosts and topic, is made once. For one thread.
 */
final class StoredMessageReader {
    /** Everything before the body in a message with two IPv4 hosts, and the least that follows. */
    private static final int SIZE_MIN_BYTES = 91;

    private final boolean readBody;
    private final boolean decompress;
    private final boolean checkCrc;
    private final boolean forClient;
    private final RecentHost born = new RecentHost();
    private final RecentHost stored = new RecentHost();
    private byte[] topicUtf8 = {};
    private String topic = "";

    /**
     * @param readBody false leaves the body out
     * @param decompress false leaves a compressed body as it is
     * @param checkCrc true refuses a body that does not match its checksum
     * @param forClient true gives {@link MessageClientExt} objects, whose id is the producer's one
     */
    StoredMessageReader(boolean readBody, boolean decompress, boolean checkCrc, boolean forClient) {
        this.readBody = readBody;
        this.decompress = decompress;
        this.checkCrc = checkCrc;
        this.forClient = forClient;
    }

    /** The last address with a short form. */
    private static final class RecentHost {
        private long bytes;
        private InetSocketAddress address;
    }

    MessageExt read(ByteBuffer in) {
        int start = in.position();
        int size = in.remaining() < Integer.BYTES ? -1 : in.getInt(start);
        if (size < SIZE_MIN_BYTES || size > in.remaining()) {
            throw new MessageFormatException("no message at byte " + start + ": its size is " + size + ", "
                    + in.remaining() + " bytes are left, a message has at least " + SIZE_MIN_BYTES);
        }
        ByteBuffer record = in.slice(start, size);
        in.position(start + size);
        try {
            return readRecord(record, start);
        } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
            throw new MessageFormatException(
                    "message at byte " + start + " has " + size + " bytes, its fields need more", e);
        }
    }

    private MessageExt readRecord(ByteBuffer in, int start) {
        MessageExt message = forClient ? new MessageClientExt() : new MessageExt();
        message.setStoreSize(in.getInt());
        boolean longTopic = isLongTopic(in.getInt(), start);
        message.setBodyCRC(in.getInt());
        message.setQueueId(in.getInt());
        message.setFlag(in.getInt());
        message.setQueueOffset(in.getLong());
        message.setCommitLogOffset(in.getLong());
        int sysFlag = in.getInt();
        message.setSysFlag(sysFlag);
        message.setBornTimestamp(in.getLong());
        message.setBornHost(host(in, MessageSysFlag.bornHostLength(sysFlag), born));
        message.setStoreTimestamp(in.getLong());
        InetSocketAddress storeHost = host(in, MessageSysFlag.storeHostLength(sysFlag), stored);
        message.setStoreHost(storeHost);
        message.setReconsumeTimes(in.getInt());
        message.setPreparedTransactionOffset(in.getLong());
        body(in, message, start);
        message.setTopic(topic(in, longTopic ? in.getShort() : in.get()));
        properties(in, message);
        if (message instanceof MessageClientExt clientMessage) {
            clientMessage.readFromStore();
        } else {
            message.setMsgId(MessageDecoder.createMessageId(storeHost, message.getCommitLogOffset()));
        }
        return message;
    }

    private static boolean isLongTopic(int magic, int start) {
        if (magic != MessageDecoder.MESSAGE_MAGIC_CODE && magic != MessageDecoder.MESSAGE_MAGIC_CODE_V2) {
            throw new MessageFormatException(
                    "message at byte " + start + " has the unknown magic " + Integer.toHexString(magic));
        }
        return magic == MessageDecoder.MESSAGE_MAGIC_CODE_V2;
    }

    private static InetSocketAddress host(ByteBuffer in, int length, RecentHost recent) {
        if (length > Long.BYTES) {
            return address(in, length);
        }
        long bytes = in.getLong(in.position());
        if (recent.address == null || recent.bytes != bytes) {
            recent.address = address(in, length);
            recent.bytes = bytes;
        } else {
            in.position(in.position() + length);
        }
        return recent.address;
    }

    private static InetSocketAddress address(ByteBuffer in, int length) {
        byte[] address = new byte[length - Integer.BYTES];
        in.get(address);
        int port = in.getInt();
        try {
            // A port out of range cannot be connected to, but must not hide the message.
            return new InetSocketAddress(InetAddress.getByAddress(address), port & 0xFFFF);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + address.length + " bytes", e);
        }
    }

    private void body(ByteBuffer in, MessageExt message, int start) {
        int length = in.getInt();
        if (!readBody) {
            requireLength(in, length);
            in.position(in.position() + length);
            return;
        }
        byte[] body = bytes(in, length);
        if (checkCrc) {
            requireCrc(message.getBodyCRC(), body, start);
        }
        boolean compressed = MessageSysFlag.isCompressed(message.getSysFlag());
        message.setBody(compressed && decompress && length > 0 ? inflate(body, message.getSysFlag(), start) : body);
    }

    private static void requireCrc(int expected, byte[] body, int start) {
        CRC32 crc = new CRC32();
        crc.update(body);
        int found = (int) crc.getValue() & Integer.MAX_VALUE;
        if (found != expected) {
            throw new MessageFormatException("message at byte " + start + " is damaged: its body has the checksum "
                    + Integer.toHexString(found) + ", stored is " + Integer.toHexString(expected));
        }
    }

    private static byte[] inflate(byte[] body, int sysFlag, int start) {
        try {
            return CompressorFactory.getCompressor(CompressionType.ofSysFlag(sysFlag))
                    .decompress(body);
        } catch (IOException | IllegalArgumentException e) {
            throw new MessageFormatException(
                    "body of the message at byte " + start + " cannot be decompressed: " + e.getMessage(), e);
        }
    }

    private static void properties(ByteBuffer in, MessageExt message) {
        short length = in.getShort();
        if (length != 0) {
            message.setProperties(new LazyProperties(bytes(in, length)));
        }
    }

    private String topic(ByteBuffer in, int length) {
        requireLength(in, length);
        int from = in.position();
        int at = 0;
        if (length == topicUtf8.length) {
            while (at < length && topicUtf8[at] == in.get(from + at)) {
                at++;
            }
        }
        if (at < length || length != topicUtf8.length) {
            topicUtf8 = bytes(in, length);
            topic = new String(topicUtf8, StandardCharsets.UTF_8);
        } else {
            in.position(from + length);
        }
        return topic;
    }

    private static byte[] bytes(ByteBuffer in, int length) {
        requireLength(in, length);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static void requireLength(ByteBuffer in, int length) {
        if (length < 0 || length > in.remaining()) {
            throw new IndexOutOfBoundsException("length " + length + " with " + in.remaining() + " bytes left");
        }
    }
}
