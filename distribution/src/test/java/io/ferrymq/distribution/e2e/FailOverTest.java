package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeOrderlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consumers of the SDK while a master dies and returns. */
class FailOverTest {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final String MASTER = LocalCluster.BROKER;
    private static final String SLAVE = LocalCluster.slaveOf(MASTER, 1);
    private static final int QUEUES = 4;
    private static final int BATCH = 500;

    @TempDir
    private Path directory;

    private LocalCluster cluster;
    private DefaultMQProducer producer;

    @BeforeEach
    void start() throws Exception {
        cluster = LocalCluster.start(directory, MASTER);
        cluster.startSlave(MASTER, 1, Map.of("stateCopyIntervalMs", "100", "slaveReadEnable", "true"));
        cluster.createTopic("T", QUEUES);
        producer = cluster.producer();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private DefaultMQPushConsumer consumer(Seen seen) throws MQClientException {
        DefaultMQPushConsumer consumer = cluster.consumer("G");
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setPersistConsumerOffsetInterval(200);
        consumer.setHeartbeatBrokerInterval(1_000);
        consumer.subscribe("T", "*");
        consumer.registerMessageListener(seen.listener());
        return consumer;
    }

    private void sendBatches(int from, int count) throws Exception {
        List<MessageQueue> queues = producer.fetchPublishMessageQueues("T");
        for (int i = from; i < from + count; i += BATCH) {
            List<Message> batch = IntStream.range(i, Math.min(i + BATCH, from + count))
                    .mapToObj(n -> new Message("T", Integer.toString(n).getBytes(StandardCharsets.UTF_8)))
                    .toList();
            producer.send(batch, queues.get(i / BATCH % queues.size()));
        }
    }

    private long messagesAt(String broker) {
        long sum = 0;
        for (int queue = 0; queue < QUEUES; queue++) {
            Reply reply = cluster.call(
                    broker, Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader("T", queue, null)));
            sum += reply.header(OffsetResponseHeader.class).offset();
        }
        return sum;
    }

    private long consumedAt(String broker) {
        Reply reply = cluster.call(broker, Request.of(RequestCode.GET_ALL_CONSUMER_OFFSET));
        return Json.decode(reply.body(), ConsumerOffsetSerializeWrapper.class)
                .offsetTable()
                .getOrDefault("T@G", Map.of())
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private int topicsAt(String broker) {
        Reply reply = cluster.call(broker, Request.of(RequestCode.GET_ALL_TOPIC_CONFIG));
        return Json.decode(reply.body(), TopicConfigSerializeWrapper.class)
                .topicConfigTable()
                .size();
    }

    @Test
    @DisplayName(
            "UP-150: all unread messages of a dead master are read from its slave; positions come back with the master")
    void up150_shouldReadAllFromTheSlaveAndReturn() throws Exception {
        int count = 10_000;
        sendBatches(0, count);
        await().atMost(LONG).until(() -> messagesAt(SLAVE) == count && topicsAt(SLAVE) == topicsAt(MASTER));
        int topics = topicsAt(SLAVE);
        cluster.stopBroker(MASTER);
        Seen seen = new Seen();
        DefaultMQPushConsumer consumer = consumer(seen);
        consumer.start();
        await().atMost(Duration.ofSeconds(60)).until(() -> seen.count() == count);
        await().atMost(LONG).until(() -> consumedAt(SLAVE) == count);
        assertThat(topicsAt(SLAVE)).isGreaterThanOrEqualTo(topics);

        cluster.startBroker(MASTER);
        assertThat(consumedAt(MASTER)).isEqualTo(count);
        await().atMost(LONG).ignoreExceptions().until(() -> {
            sendBatches(count + seen.count(), 1);
            return true;
        });
        await().atMost(LONG).until(() -> seen.count() == count + 1 && consumedAt(MASTER) == count + 1);
        assertThat(seen.duplicates()).isZero();
    }

    @Test
    void shouldGoOnAtTheSlaveInTheMiddleOfTheWorkAndComeBack() throws Exception {
        Seen seen = new Seen();
        consumer(seen).start();
        sendBatches(0, 1_000);
        await().atMost(LONG).until(() -> seen.count() == 1_000 && consumedAt(SLAVE) == 1_000);
        cluster.stopBroker(MASTER);
        cluster.startBroker(MASTER);
        await().atMost(LONG).ignoreExceptions().until(() -> {
            sendBatches(1_000, 1);
            return true;
        });
        await().atMost(LONG).until(() -> seen.count() == 1_001);
        cluster.stopBroker(SLAVE);
        await().atMost(LONG).until(() -> consumedAt(MASTER) == 1_001);
        assertThat(seen.duplicates()).isZero();
    }

    @Test
    @DisplayName(
            "Orderly: no lock without the master, so nothing is consumed meanwhile; behind it all goes on in order,"
                    + " nothing twice")
    void shouldPauseOrderlyConsumptionWithoutItsMaster() throws Exception {
        List<String> bodies = Collections.synchronizedList(new ArrayList<>());
        MessageQueue queue = producer.fetchPublishMessageQueues("T").get(0);
        DefaultMQPushConsumer consumer = consumer(new Seen());
        consumer.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
            messages.forEach(message -> bodies.add(Seen.body(message)));
            return ConsumeOrderlyStatus.SUCCESS;
        });
        cluster.sendTo(producer, queue, 0, 20);
        consumer.start();
        await().atMost(LONG).until(() -> bodies.size() == 20 && consumedAt(SLAVE) == 20);
        cluster.stopBroker(MASTER);
        cluster.startBroker(MASTER);
        await().atMost(LONG).ignoreExceptions().until(() -> {
            cluster.sendTo(producer, queue, 20, 1);
            return true;
        });
        cluster.sendTo(producer, queue, 21, 19);
        await().atMost(LONG).until(() -> bodies.size() == 40);
        assertThat(bodies)
                .containsExactlyElementsOf(
                        IntStream.range(0, 40).mapToObj(Integer::toString).toList());
    }
}
