package io.ferrymq.store.testing;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.BatchToStore;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Classic batch bodies. */
public final class Batches {
    private Batches() {}

    public static BatchToStore of(String topic, int queueId, List<String> bodies, PropertyBytes common) {
        ByteArrayOutputStream units = new ByteArrayOutputStream();
        for (String body : bodies) {
            units.writeBytes(unit(body.getBytes(StandardCharsets.UTF_8), new byte[0]));
        }
        return of(topic, queueId, units.toByteArray(), common);
    }

    public static BatchToStore of(String topic, int queueId, byte[] units, PropertyBytes common) {
        return new BatchToStore(
                topic,
                queueId,
                0,
                TestMessages.BORN_MS,
                TestMessages.BORN_HOST,
                TestMessages.STORE_HOST,
                0,
                ByteBuffer.wrap(units),
                common.bytes());
    }

    /** size, magic 0, checksum 0, flag, body length, body, properties length, properties. */
    public static byte[] unit(byte[] body, byte[] properties) {
        int size = 22 + body.length + properties.length;
        return ByteBuffer.allocate(size)
                .putInt(size)
                .putInt(0)
                .putInt(0)
                .putInt(5)
                .putInt(body.length)
                .put(body)
                .putShort((short) properties.length)
                .put(properties)
                .array();
    }
}
