package io.ferrymq.store.testing;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.HostBytes;
import io.ferrymq.store.MessageToStore;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Messages for tests, with the hosts and times of the published byte vectors. */
public final class TestMessages {
    public static final long BORN_MS = 1_700_000_000_000L;
    public static final HostBytes BORN_HOST = HostBytes.of(new InetSocketAddress("10.0.0.1", 40000));
    public static final HostBytes STORE_HOST = HostBytes.of(new InetSocketAddress("10.0.0.2", 10911));

    private TestMessages() {}

    public static MessageToStore message(String topic, int queueId, String body, String... properties) {
        return message(topic, queueId, 0, body.getBytes(StandardCharsets.UTF_8), properties);
    }

    public static MessageToStore message(String topic, int queueId, int sysFlag, byte[] body, String... properties) {
        return new MessageToStore(
                topic,
                queueId,
                0,
                sysFlag,
                BORN_MS,
                BORN_HOST,
                STORE_HOST,
                0,
                0,
                ByteBuffer.wrap(body),
                properties(properties));
    }

    /** Names and values by turns. */
    public static PropertyBytes properties(String... namesAndValues) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return PropertyBytes.of(map);
    }
}
