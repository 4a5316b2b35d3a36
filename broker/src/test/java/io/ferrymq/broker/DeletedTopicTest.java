package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.header.DeleteTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topics that go and topics that come back. */
class DeletedTopicTest {
    private static final byte[] BODY = "hello".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path store;

    @Test
    @DisplayName("UP-141: a deleted topic stays deleted over a restart, and a new one of its name begins at 0")
    void up141_shouldNotBringADeletedTopicBack() throws Exception {
        try (TestBroker broker = TestBroker.start(store)) {
            broker.createTopic("Gone", 2);
            broker.createTopic("Stays", 1);
            broker.send("Gone", 1, Map.of(), BODY);
            broker.send("Stays", 0, Map.of(), BODY);
            assertThat(delete(broker, "Gone").code()).isZero();
            assertThat(Files.readString(store.resolve("config/topics.json")))
                    .as("on disk when it is answered")
                    .doesNotContain("Gone");
        }
        try (TestBroker broker = TestBroker.start(store, "autoCreateTopicEnable", "false")) {
            assertThat(topics(broker)).containsKey("Stays").doesNotContainKey("Gone");
            maxOffset(broker, "Gone", 1);
            assertThat(topics(broker)).as("a query brings nothing back").doesNotContainKey("Gone");
            broker.createTopic("Gone", 2);
            assertThat(broker.send("Gone", 1, Map.of(), BODY)
                            .header(SendMessageResponseHeader.class)
                            .queueOffset())
                    .isZero();
            assertThat(maxOffset(broker, "Stays", 0)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("UP-146: with all files of settings gone, the broker lists every topic and queue again")
    void up146_shouldRestoreTopicsFromTheStore() throws Exception {
        try (TestBroker broker = TestBroker.start(store)) {
            for (int i = 0; i < 5; i++) {
                broker.createTopic("T" + i, 4);
                broker.send("T" + i, 2, Map.of(), BODY);
            }
            broker.createTopic("Deleted", 4);
            broker.send("Deleted", 0, Map.of(), BODY);
            delete(broker, "Deleted");
        }
        deleteSettings();
        try (TestBroker broker = TestBroker.start(store, "autoCreateTopicEnable", "false")) {
            Map<String, TopicConfig> topics = topics(broker);
            for (int i = 0; i < 5; i++) {
                assertThat(topics.get("T" + i).readQueueNums()).isEqualTo(3);
                assertThat(topics.get("T" + i).perm()).isEqualTo(6);
                assertThat(maxOffset(broker, "T" + i, 2)).isEqualTo(1);
                assertThat(broker.send("T" + i, 2, Map.of(), BODY)
                                .header(SendMessageResponseHeader.class)
                                .queueOffset())
                        .isEqualTo(1);
            }
            assertThat(topics).doesNotContainKey("Deleted");
        }
    }

    @Test
    @DisplayName("UP-139: topics come and go under load, and nobody else notices")
    void up139_shouldDeleteTopicsThatAreWrittenTo() throws Exception {
        AtomicBoolean going = new AtomicBoolean(true);
        AtomicInteger sent = new AtomicInteger();
        ExecutorService producers = Executors.newFixedThreadPool(2);
        try (TestBroker broker = TestBroker.start(store)) {
            broker.createTopic("Other", 1);
            CompletableFuture<Void> steady = CompletableFuture.runAsync(
                    () -> {
                        while (going.get()) {
                            requireSuccess(broker, "Other");
                            sent.incrementAndGet();
                        }
                    },
                    producers);
            CompletableFuture<Void> careless = CompletableFuture.runAsync(
                    () -> {
                        for (int i = 0; going.get(); i++) {
                            sendWhatever(broker, "Short" + i % 10);
                        }
                    },
                    producers);
            for (int i = 0; i < 100; i++) {
                assertThat(broker.createTopic("Short" + i % 10, 1).code()).isZero();
                assertThat(delete(broker, "Short" + i % 10).code()).isZero();
            }
            going.set(false);
            await().atMost(Duration.ofSeconds(30)).until(() -> steady.isDone() && careless.isDone());
            steady.join();
            careless.join();
            assertThat(maxOffset(broker, "Other", 0)).isEqualTo(sent.get());
        } finally {
            going.set(false);
            producers.shutdown();
        }
        try (TestBroker broker = TestBroker.start(store)) {
            assertThat(maxOffset(broker, "Other", 0)).isEqualTo(sent.get());
        }
    }

    private static void requireSuccess(TestBroker broker, String topic) {
        Reply reply = sendWhatever(broker, topic);
        if (reply.code() != 0) {
            throw new IllegalStateException(reply.remark());
        }
    }

    private static Reply sendWhatever(TestBroker broker, String topic) {
        try {
            return broker.call(TestBroker.send(TestBroker.header(topic, 0, Map.of()), BODY));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Reply delete(TestBroker broker, String topic) throws Exception {
        return broker.call(Request.of(RequestCode.DELETE_TOPIC_IN_BROKER, new DeleteTopicRequestHeader(topic)));
    }

    private static long maxOffset(TestBroker broker, String topic, int queueId) throws Exception {
        return broker.call(Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader(topic, queueId, null)))
                .header(OffsetResponseHeader.class)
                .offset();
    }

    private static Map<String, TopicConfig> topics(TestBroker broker) throws Exception {
        Reply reply = broker.call(Request.of(RequestCode.GET_ALL_TOPIC_CONFIG));
        return Json.decode(reply.body(), TopicConfigSerializeWrapper.class).topicConfigTable();
    }

    private void deleteSettings() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(store.resolve("config"))) {
            files = found.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
