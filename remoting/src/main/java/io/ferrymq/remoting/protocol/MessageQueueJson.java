package io.ferrymq.remoting.protocol;

import io.ferrymq.common.message.MessageQueue;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Queues as keys of maps: the key is a string that holds the queue's JSON object. That is strict JSON, official peers read it, and
 * {@link FastjsonDialect} makes it of the objects that they write as keys.
 */
final class MessageQueueJson {
    private MessageQueueJson() {}

    /** @param plain reads and writes the queue itself */
    static SimpleModule keys(ObjectMapper plain) {
        SimpleModule module = new SimpleModule("queues as keys");
        module.addKeySerializer(MessageQueue.class, new KeyWriter(plain));
        module.addKeyDeserializer(MessageQueue.class, new KeyReader(plain));
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
