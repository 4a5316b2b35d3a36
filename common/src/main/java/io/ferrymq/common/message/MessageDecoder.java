package io.ferrymq.common.message;

import io.ferrymq.common.sysflag.MessageSysFlag;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Messages, batches, properties and offset ids from and to their bytes. */
public final class MessageDecoder {
    public static final int MESSAGE_MAGIC_CODE = 0xDAA320A7;

    /** Two bytes of topic length instead of one. */
    public static final int MESSAGE_MAGIC_CODE_V2 = 0xDAA320AB;

    /** Fills the end of a log file; never sent. */
    public static final int BLANK_MAGIC_CODE = 0xCBD43194;

    public static final char NAME_VALUE_SEPARATOR = 1;
    public static final char PROPERTY_SEPARATOR = 2;

    /** Where the log offset and the flags stand in a stored message. */
    public static final int PHY_POS_POSITION = 28;

    public static final int SYSFLAG_POSITION = 36;

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int ID_CHARS_IPV4 = 32;
    private static final int ID_CHARS_IPV6 = 56;

    private MessageDecoder() {}

    /** The offset id: upper-case hex of the address, its port as four bytes, and the log offset. */
    public static String createMessageId(SocketAddress storeHost, long logOffset) {
        ByteBuffer host = MessageExt.socketAddress2ByteBuffer(storeHost);
        ByteBuffer id = ByteBuffer.allocate(host.remaining() + Long.BYTES);
        return HEX.formatHex(id.put(host).putLong(logOffset).array());
    }

    /**
     * @throws IllegalArgumentException when the text is no offset id
     * @throws UnknownHostException never in fact; kept for source compatibility
     */
    public static MessageId decodeMessageId(String msgId) throws UnknownHostException {
        if (!isMessageId(msgId)) {
            throw new IllegalArgumentException("'" + msgId + "' is no offset message id: that has " + ID_CHARS_IPV4
                    + " or " + ID_CHARS_IPV6 + " hex digits");
        }
        ByteBuffer id = ByteBuffer.wrap(HexFormat.of().parseHex(msgId));
        byte[] address = new byte[id.remaining() - Integer.BYTES - Long.BYTES];
        id.get(address);
        int port = id.getInt();
        if (port < 0 || port > 0xFFFF) {
            throw new IllegalArgumentException("'" + msgId + "' is no offset message id: its port would be " + port);
        }
        return new MessageId(new InetSocketAddress(InetAddress.getByAddress(address), port), id.getLong());
    }

    /** Whether this has the shape of an offset id: unique ids have it too. */
    public static boolean isMessageId(String msgId) {
        return (msgId.length() == ID_CHARS_IPV4 || msgId.length() == ID_CHARS_IPV6)
                && msgId.chars().allMatch(HexFormat::isHexDigit);
    }

    /** Reads one stored message; the position moves behind it. */
    public static MessageExt decode(ByteBuffer in) {
        return decode(in, true, true);
    }

    public static MessageExt decode(ByteBuffer in, boolean readBody) {
        return decode(in, readBody, true);
    }

    public static MessageExt decode(ByteBuffer in, boolean readBody, boolean decompressBody) {
        return decode(in, readBody, decompressBody, false);
    }

    public static MessageExt decode(ByteBuffer in, boolean readBody, boolean decompressBody, boolean isClient) {
        return decode(in, readBody, decompressBody, isClient, false);
    }

    /**
     * @param isClient gives a {@link MessageClientExt}
     * @param checkCRC refuses a body that does not match its checksum
     * @throws MessageFormatException when there is no whole message
     */
    public static MessageExt decode(
            ByteBuffer in, boolean readBody, boolean decompressBody, boolean isClient, boolean checkCRC) {
        return new StoredMessageReader(readBody, decompressBody, checkCRC, isClient).read(in);
    }

    public static MessageExt clientDecode(ByteBuffer in, boolean readBody) {
        return decode(in, readBody, true, true);
    }

    /** Reads all stored messages that follow one another. */
    public static List<MessageExt> decodes(ByteBuffer in) {
        return decodes(in, true);
    }

    public static List<MessageExt> decodes(ByteBuffer in, boolean readBody) {
        return decodes(in, readBody, true, false);
    }

    public static List<MessageExt> decodes(ByteBuffer in, boolean readBody, boolean decompressBody, boolean isClient) {
        List<MessageExt> messages = new ArrayList<>();
        StoredMessageReader reader = new StoredMessageReader(readBody, decompressBody, false, isClient);
        while (in.hasRemaining()) {
            messages.add(reader.read(in));
        }
        return messages;
    }

    /** As {@code decodes}, with every inner batch taken apart into its messages. */
    public static List<MessageExt> decodesBatch(
            ByteBuffer in, boolean readBody, boolean decompressBody, boolean isClient) {
        List<MessageExt> messages = new ArrayList<>();
        int unwrap = MessageSysFlag.NEED_UNWRAP_FLAG | MessageSysFlag.INNER_BATCH_FLAG;
        StoredMessageReader reader = new StoredMessageReader(readBody, decompressBody, false, isClient);
        while (in.hasRemaining()) {
            MessageExt message = reader.read(in);
            if ((message.getSysFlag() & unwrap) == unwrap) {
                decodeMessage(message, messages);
            } else {
                messages.add(message);
            }
        }
        return messages;
    }

    /** Takes an inner batch apart: each message has the next queue offset, and its own properties over the batch's. */
    public static void decodeMessage(MessageExt batch, List<MessageExt> out) {
        long queueOffset = batch.getQueueOffset();
        for (Message unit : BatchCodec.decodeAll(ByteBuffer.wrap(batch.getBody()))) {
            out.add(unwrapped(batch, unit, queueOffset++));
        }
    }

    private static MessageExt unwrapped(MessageExt batch, Message unit, long queueOffset) {
        MessageClientExt message = new MessageClientExt();
        message.setTopic(batch.getTopic());
        message.setBrokerName(batch.getBrokerName());
        message.setQueueId(batch.getQueueId());
        message.setQueueOffset(queueOffset);
        message.setFlag(unit.getFlag());
        Map<String, String> properties = new HashMap<>();
        if (batch.getProperties() != null) {
            properties.putAll(batch.getProperties());
        }
        properties.putAll(unit.getProperties());
        message.setProperties(properties);
        message.setBody(unit.getBody());
        int batchFlags = MessageSysFlag.NEED_UNWRAP_FLAG | MessageSysFlag.INNER_BATCH_FLAG;
        message.setSysFlag(MessageSysFlag.clearCompressedFlag(batch.getSysFlag()) & ~batchFlags);
        message.setBornHost(batch.getBornHost());
        message.setBornTimestamp(batch.getBornTimestamp());
        message.setStoreHost(batch.getStoreHost());
        message.setStoreTimestamp(batch.getStoreTimestamp());
        message.setCommitLogOffset(batch.getCommitLogOffset());
        message.setReconsumeTimes(batch.getReconsumeTimes());
        message.setOffsetMsgId(createMessageId(batch.getStoreHost(), batch.getCommitLogOffset()));
        return message;
    }

    /** The bytes of one stored message. */
    public static byte[] encode(MessageExt message, boolean needCompress) throws IOException {
        return StoredMessageWriter.write(message, needCompress);
    }

    /** One unit of a batch. */
    public static byte[] encodeMessage(Message message) {
        return BatchCodec.encode(message);
    }

    public static byte[] encodeMessages(List<Message> messages) {
        return BatchCodec.encode(messages);
    }

    /** Reads one unit of a batch; the position moves behind it. */
    public static Message decodeMessage(ByteBuffer in) {
        return BatchCodec.decode(in);
    }

    public static List<Message> decodeMessages(ByteBuffer in) {
        return BatchCodec.decodeAll(in);
    }

    public static String messageProperties2String(Map<String, String> properties) {
        return properties == null ? "" : new String(PropertyEdits.encode(properties), StandardCharsets.UTF_8);
    }

    public static Map<String, String> string2messageProperties(String properties) {
        return properties == null
                ? new HashMap<>()
                : PropertyBytes.scan(properties.getBytes(StandardCharsets.UTF_8))
                        .toMap();
    }
}
