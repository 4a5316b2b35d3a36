package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.HostBytes;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreHooks;
import io.ferrymq.store.config.FileSizes;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FutureStoreTest {
    private static final byte[] BODY = "hello".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path directory;

    @Test
    @DisplayName("UP-009: a broker whose clock was in the future registers and takes messages once the clock is right")
    void up009_shouldRegisterAfterTheClockWasInTheFuture() throws Exception {
        long future = System.currentTimeMillis() + TimeUnit.DAYS.toMillis(20 * 365);
        Path store = directory.resolve(LocalCluster.BROKER);
        writeStore(store, future);
        Files.createDirectories(store.resolve("config"));
        Files.write(
                store.resolve("config/topics.json"),
                Json.encodePretty(TopicConfigSerializeWrapper.of(
                        Map.of("T", TopicConfig.of("T", 1)), DataVersion.initial(future))));

        try (LocalCluster cluster = LocalCluster.start(directory, LocalCluster.BROKER)) {
            DefaultMQProducer producer = cluster.producer();
            SendResult sent = producer.send(new Message("T", BODY));
            assertThat(sent.getSendStatus()).isEqualTo(SendStatus.SEND_OK);
            assertThat(sent.getQueueOffset()).as("behind what was there").isEqualTo(1);

            cluster.createTopic("New", 1);
            assertThat(producer.send(new Message("New", BODY)).getSendStatus())
                    .as("changes reach the nameserver, too")
                    .isEqualTo(SendStatus.SEND_OK);
        }
    }

    private static void writeStore(Path directory, long nowMs) {
        StoreConfig config = StoreConfig.defaults(directory)
                .withFiles(FileSizes.DEFAULT.withLogSegmentBytes(16 << 20).withIndex(1000, 40_000));
        HostBytes host = HostBytes.of(new InetSocketAddress("127.0.0.1", 10_911));
        try (MessageStore store = MessageStore.open(config, () -> nowMs, StoreHooks.none())) {
            assertThat(store.append(new MessageToStore(
                            "T", 0, 0, 0, nowMs, host, host, 0, 0, ByteBuffer.wrap(BODY), PropertyBytes.EMPTY)))
                    .isInstanceOf(Appended.class);
            store.dispatch();
        }
    }
}
