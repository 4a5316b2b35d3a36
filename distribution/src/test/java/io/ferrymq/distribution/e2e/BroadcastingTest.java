package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.ConsumeOrderlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.client.consumer.store.LocalFileOffsetStore;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Members that get every message and keep their positions in a file: over restarts, damage and lost disks. */
class BroadcastingTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String INSTANCE = "prices";

    @TempDir
    static Path directory;

    private static LocalCluster cluster;
    private static DefaultMQProducer producer;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger clientLog = (Logger) LoggerFactory.getLogger("io.ferrymq.client");

    @BeforeAll
    static void start() throws Exception {
        cluster = LocalCluster.withNameServers(directory, 1);
        // Log files that expire at once, so that a queue's oldest messages can be made to go.
        cluster.startBroker(LocalCluster.BROKER, Map.of("mappedFileSizeCommitLog", "65536", "fileReservedTime", "0"));
        producer = cluster.producer();
        // Generous: the machine may be busy with other things.
        producer.setSendMsgTimeout(30_000);
        System.setProperty(LocalFileOffsetStore.DIRECTORY_PROPERTY, offsets().toString());
    }

    @AfterAll
    static void stop() {
        System.clearProperty(LocalFileOffsetStore.DIRECTORY_PROPERTY);
        cluster.close();
    }

    @BeforeEach
    void listen() {
        log.start();
        clientLog.addAppender(log);
    }

    @AfterEach
    void detach() {
        clientLog.detachAppender(log);
    }

    private static Path offsets() {
        return directory.resolve("offsets");
    }

    private static DefaultMQPushConsumer member(String topic) throws Exception {
        DefaultMQPushConsumer consumer = cluster.consumer(topic);
        consumer.setMessageModel(MessageModel.BROADCASTING);
        consumer.setInstanceName(INSTANCE);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, "*");
        return consumer;
    }

    private static DefaultMQPushConsumer started(String topic, Seen seen) throws Exception {
        DefaultMQPushConsumer consumer = member(topic);
        consumer.registerMessageListener(seen.listener());
        consumer.start();
        return consumer;
    }

    private static Path file(DefaultMQPushConsumer consumer) {
        return offsets()
                .resolve(consumer.buildMQClientId())
                .resolve(consumer.getConsumerGroup())
                .resolve("offsets.json");
    }

    private List<String> logged(Level level) {
        return log.list.stream()
                .filter(event -> event.getLevel() == level)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    @DisplayName("UP-039: a restart goes on where it stopped, from the file of its group and instance")
    void up039_shouldGoOnAfterEachRestart() throws Exception {
        cluster.createTopic("Restarts", 3);
        Seen seen = new Seen();
        for (int run = 0; run < 3; run++) {
            int expected = 30 * (run + 1);
            DefaultMQPushConsumer consumer = started("Restarts", seen);
            cluster.send(producer, "Restarts", 30 * run, 30);
            await().atMost(LONG).until(() -> seen.count() == expected);
            consumer.shutdown();
            assertThat(file(consumer)).exists();
        }
        assertThat(seen.duplicates()).isZero();
    }

    @Test
    @DisplayName(
            "A damaged file is named, kept aside, and its backup used; with nothing left each queue starts as the rule"
                    + " says")
    void shouldStartFromTheBackupOfADamagedFile() throws Exception {
        cluster.createTopic("Damaged", 1);
        Seen seen = new Seen();
        DefaultMQPushConsumer first = started("Damaged", seen);
        cluster.send(producer, "Damaged", 0, 10);
        await().atMost(LONG).until(() -> seen.count() == 10);
        first.shutdown();
        Path file = file(first);
        Path backup = file.resolveSibling("offsets.json.bak");
        Files.copy(file, backup, StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(file, "{\"offsetTable\":{{\"bro");

        Seen again = new Seen();
        DefaultMQPushConsumer second = started("Damaged", again);
        cluster.send(producer, "Damaged", 10, 5);
        await().atMost(LONG).until(() -> again.count() == 5);
        assertThat(again.times).doesNotContainKey("0");
        assertThat(file.resolveSibling("offsets.json.damaged")).hasContent("{\"offsetTable\":{{\"bro");
        assertThat(logged(Level.ERROR)).anyMatch(line -> line.contains(file + " cannot be used"));
        second.shutdown();

        Files.writeString(file, "nothing");
        Files.writeString(backup, "nothing");
        Seen all = new Seen();
        started("Damaged", all);
        await().atMost(LONG).until(() -> all.count() == 15);
        assertThat(logged(Level.ERROR)).anyMatch(line -> line.contains("no positions are left"));
    }

    @Test
    @DisplayName("UP-038: a directory that cannot be written to is an ERROR with the path at the start, and consumption"
            + " goes on")
    void up038_shouldSayAtOnceThatPositionsAreNotKept() throws Exception {
        cluster.createTopic("ReadOnly", 1);
        Seen seen = new Seen();
        DefaultMQPushConsumer consumer = member("ReadOnly");
        Path file = file(consumer);
        Files.createDirectories(file.getParent().getParent());
        Files.writeString(file.getParent(), "a file where the directory should be");
        consumer.registerMessageListener(seen.listener());

        consumer.start();

        assertThat(logged(Level.ERROR)).anyMatch(line -> line.contains("positions cannot be kept in " + file));
        cluster.send(producer, "ReadOnly", 0, 5);
        await().atMost(LONG).until(() -> seen.count() == 5);
        consumer.shutdown();
        assertThat(logged(Level.ERROR)).hasSize(1);
    }

    @Test
    @DisplayName("UP-038: a position whose messages are gone goes on at the broker's oldest message, and says so")
    void up038_shouldGoOnAtTheOldestMessageThatIsLeft() throws Exception {
        cluster.createTopic("TooOld", 1);
        Seen before = new Seen();
        DefaultMQPushConsumer first = started("TooOld", before);
        cluster.send(producer, "TooOld", 0, 3);
        await().atMost(LONG).until(() -> before.count() == 3);
        first.shutdown();
        // Below the size from which the producer compresses.
        byte[] body = new byte[3_900];
        Arrays.fill(body, (byte) 'x');
        MessageQueue queue = new MessageQueue("TooOld", LocalCluster.BROKER, 0);
        for (int i = 0; i < 40; i++) {
            producer.send(new Message("TooOld", body), queue);
        }
        await().atMost(LONG).until(() -> {
            cluster.call(LocalCluster.BROKER, Request.of(RequestCode.DELETE_EXPIRED_COMMITLOG));
            return first(queue) > 3;
        });
        cluster.send(producer, "TooOld", 100, 1);
        long oldest = first(queue);

        Seen after = new Seen();
        List<Long> offsets = new CopyOnWriteArrayList<>();
        DefaultMQPushConsumer second = member("TooOld");
        second.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            messages.forEach(message -> offsets.add(message.getQueueOffset()));
            messages.forEach(after::add);
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        second.start();

        await().atMost(LONG).until(() -> after.times.containsKey("100"));
        await().atMost(LONG).until(() -> offsets.contains(oldest));
        assertThat(offsets).allMatch(offset -> offset >= oldest);
        assertThat(logged(Level.WARN)).anyMatch(line -> line.contains("moves from 3 to " + oldest));
    }

    private static long first(MessageQueue queue) throws Exception {
        return producer.minOffset(queue);
    }

    @Test
    @DisplayName("What a broadcasting listener does not take is dropped with a WARN: at once, or, in order, after its"
            + " attempts")
    void shouldDropWhatFails() throws Exception {
        cluster.createTopic("Fails", 1);
        Seen seen = new Seen();
        DefaultMQPushConsumer concurrent = member("Fails");
        concurrent.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            messages.forEach(seen::add);
            return ConsumeConcurrentlyStatus.RECONSUME_LATER;
        });
        concurrent.start();
        cluster.createTopic("FailsInOrder", 1);
        List<String> calls = new CopyOnWriteArrayList<>();
        DefaultMQPushConsumer orderly = member("FailsInOrder");
        orderly.setMaxReconsumeTimes(1);
        orderly.setSuspendCurrentQueueTimeMillis(10);
        orderly.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
            String body = new String(messages.get(0).getBody(), StandardCharsets.UTF_8);
            calls.add(body);
            return body.equals("0")
                    ? ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT
                    : ConsumeOrderlyStatus.SUCCESS;
        });
        orderly.start();
        cluster.send(producer, "Fails", 0, 3);
        cluster.send(producer, "FailsInOrder", 0, 2);

        await().atMost(LONG).until(() -> seen.count() == 3 && calls.size() == 3);
        assertThat(calls).containsExactly("0", "0", "1");
        await().atMost(LONG)
                .until(() -> logged(Level.WARN).stream()
                                .filter(line -> line.contains("is dropped"))
                                .count()
                        == 4);
        concurrent.shutdown();
        orderly.shutdown();

        Seen again = new Seen();
        started("Fails", again);
        cluster.send(producer, "Fails", 3, 1);
        await().atMost(LONG).until(() -> again.times.containsKey("3"));
        assertThat(again.count()).as("what was dropped does not come again").isEqualTo(1);
    }
}
