package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queues, brokers and positions change under consumers that run. */
class QueueChangesTest {
    private static final Duration LONG = Duration.ofSeconds(40);

    @TempDir
    private Path directory;

    private LocalCluster cluster;
    private DefaultMQProducer producer;
    private final Seen seen = new Seen();

    @BeforeEach
    void start() throws Exception {
        cluster = LocalCluster.start(directory, LocalCluster.BROKER);
        cluster.createTopic("topic", 2);
        producer = cluster.producer();
        producer.setSendMsgTimeout((int) LONG.toMillis());
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private DefaultMQPushConsumer consumer() throws Exception {
        DefaultMQPushConsumer consumer = cluster.consumer("group");
        consumer.setInstanceName("changes-" + System.nanoTime());
        consumer.setPersistConsumerOffsetInterval(200);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("topic", "*");
        consumer.registerMessageListener(seen.listener());
        consumer.start();
        return consumer;
    }

    private void send(int queueId, int from, int count) throws Exception {
        cluster.sendTo(producer, new MessageQueue("topic", LocalCluster.BROKER, queueId), from, count);
    }

    private void awaitSeen(int count) {
        await(count + " messages").atMost(LONG).until(() -> seen.count() == count);
    }

    private long position(int queueId) {
        Reply reply = cluster.call(
                LocalCluster.BROKER,
                Request.of(
                        RequestCode.QUERY_CONSUMER_OFFSET,
                        new QueryConsumerOffsetRequestHeader("group", "topic", queueId, false)));
        return reply.isSuccess() ? reply.header(OffsetResponseHeader.class).offset() : -1;
    }

    @Test
    @DisplayName("Queues that are added and taken away, and a broker that restarts: everything comes, once")
    void shouldFollowQueuesAndBrokers() throws Exception {
        consumer();
        consumer();
        send(0, 0, 10);
        send(1, 10, 10);
        awaitSeen(20);

        cluster.createTopic("topic", 4);
        await("the producer's route").atMost(LONG).until(() -> cluster.route("topic")
                .filter(route -> route.queueDatas().get(0).writeQueueNums() == 4)
                .isPresent());
        for (int queue = 0; queue < 4; queue++) {
            send(queue, 100 + queue * 10, 10);
        }
        awaitSeen(60);
        await("positions").atMost(LONG).until(() -> position(3) == 10);

        cluster.createTopic("topic", 1);
        send(0, 200, 10);
        awaitSeen(70);
        await("positions").atMost(LONG).until(() -> position(0) == 30);

        cluster.stopBroker(LocalCluster.BROKER);
        cluster.startBroker(LocalCluster.BROKER);
        await("a message").atMost(LONG).ignoreExceptions().until(() -> {
            send(0, 300, 1);
            return true;
        });
        awaitSeen(71);
        assertThat(position(3)).as("of a queue that is not read now").isEqualTo(10);
        assertThat(seen.duplicates()).isZero();
    }

    @Test
    @DisplayName("UP-148: a position beyond the end, as after the loss of a tail, goes to the end; the next message is"
            + " delivered")
    void up148_shouldGoOnAtTheEnd() throws Exception {
        DefaultMQPushConsumer first = consumer();
        send(0, 0, 10);
        awaitSeen(10);
        first.shutdown();
        cluster.call(
                LocalCluster.BROKER,
                Request.of(
                        RequestCode.UPDATE_CONSUMER_OFFSET,
                        new UpdateConsumerOffsetRequestHeader("group", "topic", 0, 50L)));
        assertThat(position(0)).isEqualTo(50);

        consumer();
        await("the position").atMost(LONG).until(() -> position(0) == 10);
        send(0, 100, 5);
        awaitSeen(15);
        assertThat(seen.duplicates()).isZero();
    }

    @Test
    @DisplayName("A damaged file of positions: the copy of before is taken, the damaged one is kept")
    void shouldTakeTheCopyOfADamagedFile() throws Exception {
        DefaultMQPushConsumer first = consumer();
        send(0, 0, 10);
        awaitSeen(10);
        first.shutdown();
        assertThat(position(0)).isEqualTo(10);
        cluster.stopBroker(LocalCluster.BROKER);
        Path file = cluster.store(LocalCluster.BROKER).resolve("config").resolve("consumerOffset.json");
        Files.copy(
                file,
                file.resolveSibling("consumerOffset.json.bak"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(file, "{\"offsetTable\":{\"topic@gro");

        cluster.startBroker(LocalCluster.BROKER);
        assertThat(position(0)).isEqualTo(10);
        assertThat(file.resolveSibling("consumerOffset.json.damaged")).exists();
        consumer();
        await("a message").atMost(LONG).ignoreExceptions().until(() -> {
            send(0, 20, 1);
            return true;
        });
        awaitSeen(11);
        assertThat(seen.duplicates()).isZero();
    }
}
