package io.ferrymq.distribution.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultLitePullConsumer;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications that poll while a master is away. */
class LitePullFailOverTest {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final String MASTER = LocalCluster.BROKER;
    private static final String SLAVE = LocalCluster.slaveOf(MASTER, 1);
    private static final MessageQueue QUEUE = new MessageQueue("T", MASTER, 0);

    @TempDir
    private Path directory;

    private LocalCluster cluster;
    private DefaultMQProducer producer;

    @BeforeEach
    void start() throws Exception {
        cluster = LocalCluster.start(directory, MASTER);
        cluster.createTopic("T", 1);
        producer = cluster.producer();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private static ConditionFactory soon() {
        return await().atMost(LONG).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
    }

    private DefaultLitePullConsumer consumer() {
        DefaultLitePullConsumer consumer = cluster.litePullConsumer("G");
        consumer.setPersistConsumerOffsetInterval(200);
        consumer.setHeartbeatBrokerInterval(500);
        return consumer;
    }

    private static void pollInto(DefaultLitePullConsumer consumer, List<String> bodies, int count) {
        soon().until(() -> {
            consumer.poll(50).forEach(message -> bodies.add(new String(message.getBody(), StandardCharsets.UTF_8)));
            return bodies.size() >= count;
        });
    }

    private static List<String> numbers(int from, int count) {
        return IntStream.range(from, from + count).mapToObj(Integer::toString).toList();
    }

    private long endAt(String broker) {
        Reply reply = cluster.call(
                broker, Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader("T", 0, null)));
        return reply.header(OffsetResponseHeader.class).offset();
    }

    @Test
    @DisplayName(
            "A lite pull consumer reads from the slave while the master is dead, and goes on when it is back, nothing twice")
    void shouldReadFromTheSlaveAndGoOnAtTheMaster() throws Exception {
        cluster.startSlave(MASTER, 1, Map.of("stateCopyIntervalMs", "100", "slaveReadEnable", "true"));
        cluster.sendTo(producer, QUEUE, 0, 200);
        soon().until(() -> endAt(SLAVE) == 200);
        List<String> bodies = new ArrayList<>();
        DefaultLitePullConsumer consumer = consumer();
        consumer.subscribe("T", "*");
        consumer.start();
        pollInto(consumer, bodies, 50);

        cluster.stopBroker(MASTER);
        pollInto(consumer, bodies, 200);
        consumer.commit();
        cluster.startBroker(MASTER);
        soon().ignoreExceptions().until(() -> {
            cluster.sendTo(producer, QUEUE, 200, 1);
            return true;
        });

        pollInto(consumer, bodies, 201);
        assertThat(bodies).containsExactlyElementsOf(numbers(0, 201));
        consumer.shutdown();
        DefaultLitePullConsumer next = consumer();
        next.assign(List.of(QUEUE));
        next.start();
        assertThat(next.committed(QUEUE)).isEqualTo(201);
        assertThat(next.poll(200)).isEmpty();
    }

    @Test
    @DisplayName("UP-067: a position that cannot be read for a moment is read again, and is no beginning")
    void up067_shouldWaitForThePositionWhenTheBrokerIsAway() throws Exception {
        cluster.sendTo(producer, QUEUE, 0, 10);
        DefaultLitePullConsumer before = consumer();
        before.assign(List.of(QUEUE));
        before.start();
        soon().until(() -> !before.poll(50).isEmpty());
        before.setAutoCommit(false);
        before.commit(Map.of(QUEUE, 6L), true);
        before.shutdown();
        cluster.stopBroker(MASTER);
        DefaultLitePullConsumer consumer = consumer();
        consumer.assign(List.of(QUEUE));
        consumer.start();
        assertThat(consumer.poll(200)).isEmpty();
        assertThatThrownBy(() -> consumer.committed(QUEUE)).isInstanceOf(MQClientException.class);

        cluster.startBroker(MASTER);

        List<String> bodies = new ArrayList<>();
        pollInto(consumer, bodies, 4);
        assertThat(bodies).containsExactlyElementsOf(numbers(6, 4));
        assertThat(consumer.committed(QUEUE)).isEqualTo(6);
    }
}
