package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeOrderlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consumption in order, with locks at a real broker. */
class OrderlyTest {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final int QUEUES = 4;

    @TempDir
    private Path directory;

    private LocalCluster cluster;
    private final Map<Integer, List<String>> byQueue = new ConcurrentHashMap<>();
    private final Map<Integer, AtomicInteger> running = new ConcurrentHashMap<>();
    private final AtomicInteger overlaps = new AtomicInteger();

    @BeforeEach
    void start() throws Exception {
        cluster = LocalCluster.start(directory, "broker-a");
        cluster.createTopic("topic", QUEUES);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private DefaultMQPushConsumer consumer() throws MQClientException {
        DefaultMQPushConsumer consumer = cluster.consumer("group");
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("topic", "*");
        return consumer;
    }

    private DefaultMQPushConsumer started() throws MQClientException {
        DefaultMQPushConsumer consumer = consumer();
        consumer.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
            messages.forEach(this::note);
            return ConsumeOrderlyStatus.SUCCESS;
        });
        consumer.start();
        return consumer;
    }

    private void note(MessageExt message) {
        AtomicInteger inQueue = running.computeIfAbsent(message.getQueueId(), id -> new AtomicInteger());
        if (inQueue.incrementAndGet() > 1) {
            overlaps.incrementAndGet();
        }
        byQueue.computeIfAbsent(message.getQueueId(), id -> new CopyOnWriteArrayList<>())
                .add(Seen.body(message));
        inQueue.decrementAndGet();
    }

    private int consumed() {
        return byQueue.values().stream().mapToInt(List::size).sum();
    }

    private static List<String> numbers(int from, int count) {
        return IntStream.range(from, from + count).mapToObj(Integer::toString).toList();
    }

    @Test
    @DisplayName("Each queue is consumed in order and once while a member joins and leaves")
    void shouldKeepTheOrderOfEachQueueWhileMembersComeAndGo() throws Exception {
        DefaultMQProducer producer = cluster.producer();
        started();
        for (int queue = 0; queue < QUEUES; queue++) {
            cluster.sendTo(producer, new MessageQueue("topic", "broker-a", queue), 0, 200);
        }
        await().atMost(LONG).until(() -> consumed() >= 100);
        DefaultMQPushConsumer second = started();
        for (int queue = 0; queue < QUEUES; queue++) {
            cluster.sendTo(producer, new MessageQueue("topic", "broker-a", queue), 200, 200);
        }
        second.shutdown();
        for (int queue = 0; queue < QUEUES; queue++) {
            cluster.sendTo(producer, new MessageQueue("topic", "broker-a", queue), 400, 100);
        }

        await().atMost(LONG).untilAsserted(() -> assertThat(consumed()).isEqualTo(QUEUES * 500));
        assertThat(byQueue.values()).allSatisfy(queue -> assertThat(queue).isEqualTo(numbers(0, 500)));
        assertThat(overlaps).hasValue(0);
    }

    @Test
    @DisplayName("A message that fails is tried again before all others of its queue, then becomes a dead letter")
    void shouldTryAgainInPlaceAndThenMakeADeadLetter() throws Exception {
        List<String> calls = new CopyOnWriteArrayList<>();
        DefaultMQPushConsumer consumer = consumer();
        consumer.setMaxReconsumeTimes(2);
        consumer.setSuspendCurrentQueueTimeMillis(20);
        consumer.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
            calls.add(Seen.body(messages.get(0)));
            return Seen.body(messages.get(0)).equals("1")
                    ? ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT
                    : ConsumeOrderlyStatus.SUCCESS;
        });
        consumer.start();
        cluster.sendTo(cluster.producer(), new MessageQueue("topic", "broker-a", 0), 0, 4);

        await().atMost(LONG).until(() -> calls.size() == 6);
        assertThat(calls).containsExactly("0", "1", "1", "1", "2", "3");

        Seen dead = new Seen();
        DefaultMQPushConsumer ofDeadLetters = cluster.consumer("morgue");
        ofDeadLetters.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        ofDeadLetters.subscribe("%DLQ%group", "*");
        ofDeadLetters.registerMessageListener(dead.listener());
        ofDeadLetters.start();
        await().atMost(LONG).until(() -> dead.count() == 1);
        assertThat(dead.times).containsOnlyKeys("1");
    }

    @Test
    @DisplayName("UP-094: a clean leave hands the locks over: the next member goes on within a second or so")
    void up094_shouldHandLocksOverOnACleanShutdown() throws Exception {
        DefaultMQPushConsumer first = started();
        DefaultMQProducer producer = cluster.producer();
        cluster.send(producer, "topic", 0, QUEUES);
        await().atMost(LONG).until(() -> consumed() == QUEUES);
        first.shutdown();
        cluster.send(producer, "topic", 10, QUEUES);

        long startMs = System.currentTimeMillis();
        started();
        await().atMost(LONG).until(() -> consumed() == 2 * QUEUES);

        assertThat(System.currentTimeMillis() - startMs).isLessThan(10_000);
    }
}
