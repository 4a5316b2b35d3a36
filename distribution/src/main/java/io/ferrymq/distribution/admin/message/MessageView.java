package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.message.MessageClientExt;
import io.ferrymq.common.message.MessageExt;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/**
 * A message as commands print it.
 *
 * @param msgId the producer's id when it has one, else {@code offsetMsgId}
 * @param offsetMsgId the broker's id
 * @param body null when it is no text
 * @param bodyBase64 null when it is text
 */
public record MessageView(
        String msgId,
        String offsetMsgId,
        String topic,
        String tags,
        String keys,
        String brokerName,
        int queueId,
        long queueOffset,
        long commitLogOffset,
        int reconsumeTimes,
        long bornTimestamp,
        long storeTimestamp,
        String bornHost,
        String storeHost,
        int sysFlag,
        Map<String, String> properties,
        String body,
        String bodyBase64) {
    static MessageView of(MessageExt message, Charset charset) {
        String offsetMsgId = message instanceof MessageClientExt client ? client.getOffsetMsgId() : message.getMsgId();
        String text = text(message.getBody(), charset);
        return new MessageView(
                message.getMsgId(),
                offsetMsgId,
                message.getTopic(),
                message.getTags(),
                message.getKeys(),
                message.getBrokerName(),
                message.getQueueId(),
                message.getQueueOffset(),
                message.getCommitLogOffset(),
                message.getReconsumeTimes(),
                message.getBornTimestamp(),
                message.getStoreTimestamp(),
                address(message.getBornHost()),
                address(message.getStoreHost()),
                message.getSysFlag(),
                new TreeMap<>(message.getProperties()),
                text,
                text == null ? Base64.getEncoder().encodeToString(message.getBody()) : null);
    }

    /** The body as text where it is some, else its bytes in Base64. */
    String bodyText() {
        return body != null ? body : "base64:" + bodyBase64;
    }

    MessageView withoutBody() {
        return new MessageView(
                msgId,
                offsetMsgId,
                topic,
                tags,
                keys,
                brokerName,
                queueId,
                queueOffset,
                commitLogOffset,
                reconsumeTimes,
                bornTimestamp,
                storeTimestamp,
                bornHost,
                storeHost,
                sysFlag,
                properties,
                null,
                null);
    }

    private static String text(byte[] body, Charset charset) {
        try {
            return body == null
                    ? ""
                    : charset.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static String address(SocketAddress address) {
        return address instanceof InetSocketAddress inet
                ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
                : String.valueOf(address);
    }
}
