package io.ferrymq.client.impl.producer;

import io.ferrymq.client.Validators;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.ProducerConfig;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.compression.CompressorFactory;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageBatch;
import io.ferrymq.common.message.MessageClientIDSetter;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.remoting.protocol.NamespaceUtil;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.io.IOException;
import java.util.StringJoiner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks a message and turns it into what is sent: unique id, namespace, compressed body, encoded properties. */
final class MessagePreparer {
    private static final Logger LOG = LoggerFactory.getLogger(MessagePreparer.class);

    private final ProducerConfig config;
    private final String namespace;

    /** @param namespace null or empty for none */
    MessagePreparer(ProducerConfig config, String namespace) {
        this.config = config;
        this.namespace = namespace == null || namespace.isEmpty() ? null : namespace;
    }

    String withNamespace(String resource) {
        return namespace == null ? resource : NamespaceUtil.wrapNamespace(namespace, resource);
    }

    /** @throws MQClientException when the message may not be sent */
    Outgoing prepare(Message message) throws MQClientException {
        Validators.checkMessage(message, config.getMaxMessageSize());
        return message instanceof MessageBatch batch ? batch(batch) : single(message);
    }

    private Outgoing single(Message message) throws MQClientException {
        mark(message);
        boolean reply = MixAll.REPLY_MESSAGE_FLAG.equals(message.getProperty(MessageConst.PROPERTY_MESSAGE_TYPE));
        // The reply topic is the cluster's, whatever the namespace.
        String topic = reply ? message.getTopic() : withNamespace(message.getTopic());
        int reconsumeTimes = 0;
        Integer maxReconsumeTimes = null;
        if (MixAll.isRetryTopic(topic)) {
            // Counters of a message on its way back travel in the header, not in the message.
            reconsumeTimes = take(message, MessageConst.PROPERTY_RECONSUME_TIME, 0);
            maxReconsumeTimes = take(message, MessageConst.PROPERTY_MAX_RECONSUME_TIMES, null);
        }
        int sysFlag = Boolean.parseBoolean(message.getProperty(MessageConst.PROPERTY_TRANSACTION_PREPARED))
                ? MessageSysFlag.TRANSACTION_PREPARED_TYPE
                : 0;
        byte[] body = message.getBody();
        byte[] compressed = compressedIfLarge(body);
        if (compressed != null) {
            body = compressed;
            sysFlag |= compressedFlag();
        }
        return new Outgoing(
                message,
                topic,
                MessageClientIDSetter.getUniqID(message),
                body,
                properties(message),
                sysFlag,
                false,
                reply,
                reconsumeTimes,
                maxReconsumeTimes);
    }

    private Outgoing batch(MessageBatch batch) throws MQClientException {
        StringJoiner ids = new StringJoiner(",");
        long bodyBytes = 0;
        for (Message message : batch) {
            ids.add(MessageClientIDSetter.getUniqID(message));
            bodyBytes += message.getBody().length;
        }
        boolean large = bodyBytes / batch.getMessages().size() >= config.getCompressMsgBodyOverHowmuch();
        byte[] compressed = large ? compressedUnits(batch) : null;
        if (compressed != null) {
            // By its id a broker may store the batch as one message, whose body is then taken for compressed as a
            // whole.
            MessageAccessor.clearProperty(batch, MessageConst.PROPERTY_UNIQ_CLIENT_MESSAGE_ID_KEYIDX);
        }
        return new Outgoing(
                batch,
                withNamespace(batch.getTopic()),
                ids.toString(),
                compressed == null ? batch.getBody() : compressed,
                properties(batch),
                compressed == null ? 0 : compressedFlag(),
                true,
                false,
                0,
                null);
    }

    // The flag of a batch holds for all of its messages, so all are compressed or none. Each is stored as if it had
    // been sent alone: every consumer can read it.
    private byte[] compressedUnits(MessageBatch batch) {
        BatchBuffer units = new BatchBuffer(batch.getBody().length / 4);
        for (Message message : batch) {
            byte[] body = compress(message.getBody());
            if (body == null) {
                return null;
            }
            units.append(message.getFlag(), body, message.getProperties());
        }
        byte[] compressed = units.toBody();
        return compressed.length < batch.getBody().length ? compressed : null;
    }

    /** Gives the message what the client adds to its properties. */
    void mark(Message message) {
        MessageClientIDSetter.setUniqID(message);
        if (namespace != null) {
            message.setInstanceId(namespace);
        }
    }

    /** Checks the messages and makes one of them. */
    MessageBatch toBatch(Iterable<Message> messages, MessageBatch batch) throws MQClientException {
        for (Message message : messages) {
            Validators.checkMessage(message, config.getMaxMessageSize());
            mark(message);
            properties(message);
        }
        MessageClientIDSetter.setUniqID(batch);
        batch.setBody(batch.encode());
        return batch;
    }

    static byte[] properties(Message message) throws MQClientException {
        byte[] properties;
        try {
            properties = PropertyEncoder.encode(message.getProperties());
        } catch (IllegalArgumentException e) {
            throw new MQClientException(ResponseCode.MESSAGE_ILLEGAL, e.getMessage(), e);
        }
        if (properties.length > PropertyBytes.SIZE_MAX_BYTES) {
            throw new MQClientException(ResponseCode.MESSAGE_ILLEGAL, tooLong(properties.length));
        }
        return properties;
    }

    static String tooLong(int propertiesBytes) {
        return "the properties of the message have " + propertiesBytes + " bytes, the limit is "
                + PropertyBytes.SIZE_MAX_BYTES + ": move what is large into the body";
    }

    private static Integer take(Message message, String property, Integer otherwise) throws MQClientException {
        String text = message.getProperty(property);
        if (text == null) {
            return otherwise;
        }
        MessageAccessor.clearProperty(message, property);
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw new MQClientException(
                    ResponseCode.MESSAGE_ILLEGAL, "property " + property + " is '" + text + "', a number is wanted", e);
        }
    }

    /** The sysFlag of a body from {@link #compressedIfLarge}. */
    int compressedFlag() {
        return MessageSysFlag.COMPRESSED_FLAG | config.getCompressType().getCompressionFlag();
    }

    /** The body compressed, or null when it is to be sent as it is. */
    byte[] compressedIfLarge(byte[] body) {
        if (body.length < config.getCompressMsgBodyOverHowmuch()) {
            return null;
        }
        byte[] compressed = compress(body);
        // What does not become smaller may even become larger than the limit.
        return compressed == null || compressed.length >= body.length ? null : compressed;
    }

    private byte[] compress(byte[] body) {
        try {
            return CompressorFactory.getCompressor(config.getCompressType()).compress(body, config.getCompressLevel());
        } catch (IOException | RuntimeException e) {
            LOG.warn("a body of {} bytes could not be compressed, it is sent as it is", body.length, e);
            return null;
        }
    }
}
