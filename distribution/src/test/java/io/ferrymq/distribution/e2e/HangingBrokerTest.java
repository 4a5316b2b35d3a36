package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One of two brokers takes connections and never answers. */
class HangingBrokerTest {
    @TempDir
    private Path directory;

    private LocalCluster cluster;
    private ServerSocket hole;

    @BeforeEach
    void start() throws Exception {
        cluster = LocalCluster.start(directory, "broker-z");
        cluster.createTopic("topic", 2);
        // Connections wait in the backlog and nobody ever reads them. By its name the hole comes first everywhere.
        hole = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        cluster.register("broker-a", "127.0.0.1:" + hole.getLocalPort(), "topic", 2);
    }

    @AfterEach
    void stop() throws Exception {
        hole.close();
        cluster.close();
    }

    @Test
    @DisplayName("UP-028: messages of the other broker come as if there were no broker that hangs")
    void up028_shouldConsumeFromTheBrokerThatAnswers() throws Exception {
        Seen seen = new Seen();
        DefaultMQPushConsumer consumer = cluster.consumer("group");
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("topic", "*");
        consumer.registerMessageListener(seen.listener());
        DefaultMQProducer producer = cluster.producer();
        cluster.sendTo(producer, new MessageQueue("topic", "broker-z", 0), 0, 10);

        consumer.start();
        await().atMost(Duration.ofSeconds(20)).until(() -> seen.count() == 10);
        cluster.sendTo(producer, new MessageQueue("topic", "broker-z", 1), 100, 500);
        await().atMost(Duration.ofSeconds(20)).until(() -> seen.count() == 510);

        long beforeMs = System.currentTimeMillis();
        consumer.shutdown();
        assertThat(System.currentTimeMillis() - beforeMs).isLessThan(20_000);
    }
}
