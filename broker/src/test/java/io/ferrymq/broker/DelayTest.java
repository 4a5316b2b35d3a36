package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.remoting.Reply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delayed messages, through real sockets. */
class DelayTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path store;

    private TestBroker broker;
    private TestConsumer consumer;

    private void start() throws Exception {
        broker = TestBroker.start(store, "messageDelayLevel", "1s 2s");
        broker.createTopic("T", 1);
        consumer = new TestConsumer(broker.broker().address(), "G", "c1");
        consumer.join("T");
    }

    @AfterEach
    void stop() {
        consumer.close();
        broker.close();
    }

    private void send(int level, String text) throws Exception {
        Reply reply = broker.send(
                "T", 0, Map.of("DELAY", Integer.toString(level), "TAGS", "A"), text.getBytes(StandardCharsets.UTF_8));
        assertThat(reply.code()).as("%s", reply.remark()).isZero();
    }

    @Test
    void shouldDeliverAtItsTimeWithTagsAndProperties() throws Exception {
        start();
        long sentMs = System.currentTimeMillis();
        send(1, "later");
        Reply reply = consumer.waitingPull("T", 0, 0, 15_000).get(20, TimeUnit.SECONDS);
        MessageExt message = TestConsumer.messages(reply).get(0);
        assertThat(message.getTopic()).isEqualTo("T");
        assertThat(message.getQueueId()).isZero();
        assertThat(message.getTags()).isEqualTo("A");
        assertThat(message.getProperty("REAL_TOPIC")).isEqualTo("T");
        assertThat(message.getStoreTimestamp() - sentMs).isBetween(1_000L, 20_000L);
    }

    @Test
    void shouldKeepTheOrderOfALevelAndDeliverShorterOnesFirst() throws Exception {
        start();
        send(2, "two-1");
        send(2, "two-2");
        send(1, "one-1");
        send(1, "one-2");
        await().atMost(LONG).untilAsserted(() -> assertThat(TestConsumer.bodies(consumer.pull("T", 0, 0)))
                .containsExactly("one-1", "one-2", "two-1", "two-2"));
    }

    @Test
    void shouldGoOnAfterARestartAndDeliverEachOnce() throws Exception {
        start();
        send(1, "before");
        await().atMost(LONG).untilAsserted(() -> assertThat(TestConsumer.bodies(consumer.pull("T", 0, 0)))
                .containsExactly("before"));
        send(2, "across");
        stop();
        assertThat(Files.readString(store.resolve("config/delayOffset.json"))).contains("\"1\"");
        start();
        await().atMost(LONG).untilAsserted(() -> assertThat(TestConsumer.bodies(consumer.pull("T", 0, 0)))
                .containsExactly("before", "across"));
        send(1, "after");
        await().atMost(LONG).untilAsserted(() -> assertThat(TestConsumer.bodies(consumer.pull("T", 0, 0)))
                .isEqualTo(List.of("before", "across", "after")));
    }
}
