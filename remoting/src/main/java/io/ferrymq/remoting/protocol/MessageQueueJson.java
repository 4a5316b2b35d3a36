package io.ferrymq.remoting.protocol;

import io.ferrymq.common.message.MessageQueue;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.type.MapType;

/**
 * Queues as keys of maps, in two forms. Strict: the key is a string that holds the queue's JSON object. As peers have it: the key is the
 * object itself, which is no JSON, but the only form that official clients of every version read (those before 5.4 read both). What comes in
 * of this form has been made strict by {@link FastjsonDialect}.
 */
final class MessageQueueJson {
    private MessageQueueJson() {}

    /** @param plain reads and writes the queue itself */
    static SimpleModule strict(ObjectMapper plain) {
        SimpleModule module = new SimpleModule("queues as keys, strict");
        module.addKeySerializer(MessageQueue.class, new KeyWriter(plain));
        module.addKeyDeserializer(MessageQueue.class, new KeyReader(plain));
        return module;
    }

    /** @param plain writes queues and values, in which there are no further maps of queues */
    static SimpleModule asPeersWrite(ObjectMapper plain) {
        SimpleModule module = new SimpleModule("queues as keys, as peers write them");
        module.setSerializerModifier(new ObjectKeys(plain));
        return module;
    }

    private static final class KeyWriter extends ValueSerializer<MessageQueue> {
        private final ObjectMapper plain;

        private KeyWriter(ObjectMapper plain) {
            this.plain = plain;
        }

        @Override
        public void serialize(MessageQueue queue, JsonGenerator out, SerializationContext context) {
            out.writeName(plain.writeValueAsString(queue));
        }
    }

    private static final class ObjectKeys extends ValueSerializerModifier {
        private static final long serialVersionUID = 1L;

        private final transient ObjectMapper plain;

        private ObjectKeys(ObjectMapper plain) {
            this.plain = plain;
        }

        @Override
        public ValueSerializer<?> modifyMapSerializer(
                SerializationConfig config,
                MapType type,
                BeanDescription.Supplier description,
                ValueSerializer<?> serializer) {
            return type.getKeyType().hasRawClass(MessageQueue.class) ? new ObjectKeyMapWriter(plain) : serializer;
        }
    }

    private static final class ObjectKeyMapWriter extends ValueSerializer<Map<MessageQueue, ?>> {
        private final ObjectMapper plain;

        private ObjectKeyMapWriter(ObjectMapper plain) {
            this.plain = plain;
        }

        @Override
        public void serialize(Map<MessageQueue, ?> map, JsonGenerator out, SerializationContext context) {
            StringBuilder text = new StringBuilder("{");
            new TreeMap<>(map).forEach((queue, value) -> text.append(text.length() > 1 ? "," : "")
                    .append(plain.writeValueAsString(queue))
                    .append(':')
                    .append(plain.writeValueAsString(value)));
            out.writeRawValue(text.append('}').toString());
        }
    }

    private static final class KeyReader extends KeyDeserializer {
        private final ObjectMapper plain;

        private KeyReader(ObjectMapper plain) {
            this.plain = plain;
        }

        /** Null, which copies leave out, for the references that some official versions write in place of a queue they wrote before. */
        @Override
        public Object deserializeKey(String key, DeserializationContext context) {
            MessageQueue queue = read(key, context);
            return queue.getTopic() == null || queue.getBrokerName() == null ? null : queue;
        }

        private MessageQueue read(String key, DeserializationContext context) {
            try {
                MessageQueue queue = plain.readValue(key, MessageQueue.class);
                return queue != null ? queue : new MessageQueue();
            } catch (JacksonException e) {
                return (MessageQueue)
                        context.handleWeirdKey(MessageQueue.class, key, "not a queue: %s", e.getOriginalMessage());
            }
        }
    }
}
