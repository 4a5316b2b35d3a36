package io.ferrymq.distribution.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultLitePullConsumer;
import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.MQPullConsumerScheduleService;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.ConsumeOrderlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.LocalCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What applications do in the calls that consumers make to them, besides consuming. */
class ListenerFaultsTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    /** Ends that would wait for their own call take 5 s at least. */
    private static final long AT_ONCE_MS = 4_000;

    @TempDir
    private static Path directory;

    private static LocalCluster cluster;
    private static DefaultMQProducer producer;

    @BeforeAll
    static void start() throws Exception {
        cluster = LocalCluster.start(directory, LocalCluster.BROKER);
        producer = cluster.producer();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static DefaultMQPushConsumer consumer(String topic, String group) throws Exception {
        DefaultMQPushConsumer consumer = cluster.consumer(group);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setAwaitTerminationMillisWhenShutdown(30_000);
        consumer.subscribe(topic, "*");
        return consumer;
    }

    private static String body(MessageExt message) {
        return new String(message.getBody(), StandardCharsets.UTF_8);
    }

    private static long elapsedMs(Runnable task) {
        long startNanos = System.nanoTime();
        task.run();
        return Duration.ofNanos(System.nanoTime() - startNanos).toMillis();
    }

    /** Bodies that a new member of the group gets, which are those that were not done. */
    private static Set<String> left(String topic, String group, int sentNow) throws Exception {
        Set<String> left = ConcurrentHashMap.newKeySet();
        DefaultMQPushConsumer next = consumer(topic, group);
        next.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            messages.forEach(message -> left.add(body(message)));
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        next.start();
        cluster.send(producer, topic, sentNow, 1);
        await().atMost(LONG).until(() -> left.contains(Integer.toString(sentNow)));
        next.shutdown();
        return left;
    }

    @Test
    @DisplayName("A listener may end its own consumer: the call returns at once, and what it consumed counts")
    void shouldEndFromWithinTheListener() throws Exception {
        cluster.createTopic("ended", 1);
        cluster.send(producer, "ended", 0, 2);
        DefaultMQPushConsumer consumer = consumer("ended", "ended-group");
        AtomicLong tookMs = new AtomicLong(-1);
        CountDownLatch both = new CountDownLatch(2);
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            both.countDown();
            await().atMost(LONG).until(() -> both.getCount() == 0);
            tookMs.set(elapsedMs(consumer::shutdown));
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();

        await().atMost(LONG).until(() -> tookMs.get() >= 0);
        assertThat(elapsedMs(consumer::shutdown)).as("the end").isLessThan(AT_ONCE_MS);
        assertThat(tookMs.get()).as("in the listener").isLessThan(AT_ONCE_MS);
        assertThat(left("ended", "ended-group", 2)).containsExactly("2");
    }

    @Test
    @DisplayName("A listener in order may end its own consumer, too; its message counts, the next one is another's")
    void shouldEndFromWithinAnOrderlyListener() throws Exception {
        cluster.createTopic("ended-in-order", 1);
        cluster.send(producer, "ended-in-order", 0, 2);
        DefaultMQPushConsumer consumer = consumer("ended-in-order", "ended-in-order-group");
        AtomicLong tookMs = new AtomicLong(-1);
        consumer.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
            tookMs.set(elapsedMs(consumer::shutdown));
            return ConsumeOrderlyStatus.SUCCESS;
        });
        consumer.start();

        await().atMost(LONG).until(() -> tookMs.get() >= 0);
        assertThat(elapsedMs(consumer::shutdown)).as("the end").isLessThan(AT_ONCE_MS);
        assertThat(tookMs.get()).as("in the listener").isLessThan(AT_ONCE_MS);
        assertThat(left("ended-in-order", "ended-in-order-group", 2)).containsExactlyInAnyOrder("1", "2");
    }

    @Test
    @DisplayName("Listeners of queues, and pull tasks, may end their consumers")
    void shouldEndFromWithinOtherCalls() throws Exception {
        cluster.createTopic("ended-elsewhere", 1);
        AtomicLong ofLite = new AtomicLong(-1);
        DefaultLitePullConsumer lite = cluster.litePullConsumer("ended-lite");
        lite.setMessageQueueListener((topic, all, own) -> ofLite.set(elapsedMs(lite::shutdown)));
        lite.subscribe("ended-elsewhere", "*");
        lite.start();
        AtomicLong ofTask = new AtomicLong(-1);
        MQPullConsumerScheduleService tasks = new MQPullConsumerScheduleService("ended-tasks");
        tasks.getDefaultMQPullConsumer().setNamesrvAddr(cluster.nameServerAddress());
        tasks.getDefaultMQPullConsumer().setPollNameServerInterval(1_000);
        tasks.registerPullTaskCallback("ended-elsewhere", (queue, context) -> ofTask.set(elapsedMs(tasks::shutdown)));
        tasks.start();

        await().atMost(LONG).until(() -> ofLite.get() >= 0 && ofTask.get() >= 0);
        assertThat(ofLite.get()).isLessThan(AT_ONCE_MS);
        assertThat(ofTask.get()).isLessThan(AT_ONCE_MS);
        assertThat(elapsedMs(lite::shutdown)).isLessThan(AT_ONCE_MS);
        assertThat(elapsedMs(tasks::shutdown)).isLessThan(AT_ONCE_MS);
    }

    @Test
    @DisplayName(
            "Ended by a thread that is interrupted, a consumer still waits for its listeners and writes its positions")
    void up033_shouldWritePositionsWhenTheEndIsInterrupted() throws Exception {
        cluster.createTopic("interrupted", 1);
        cluster.send(producer, "interrupted", 0, 1);
        DefaultMQPushConsumer consumer = consumer("interrupted", "interrupted-group");
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            calls.incrementAndGet();
            await().atMost(LONG).until(() -> go.getCount() == 0);
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        await().atMost(LONG).until(() -> calls.get() == 1);
        Thread ending = new Thread(() -> {
            Thread.currentThread().interrupt();
            consumer.shutdown();
            calls.addAndGet(Thread.currentThread().isInterrupted() ? 100 : 0);
        });
        ending.start();
        go.countDown();
        ending.join();

        assertThat(calls).as("still interrupted").hasValue(101);
        assertThat(left("interrupted", "interrupted-group", 1)).containsExactly("1");
    }

    @Test
    @DisplayName(
            "Errors, interrupts and null of a listener are its answers: each message comes again, and all threads live"
                    + " on")
    void shouldSurviveWhatListenersThrow() throws Exception {
        cluster.createTopic("thrown", 4);
        cluster.send(producer, "thrown", 0, 100);
        DefaultMQPushConsumer consumer = consumer("thrown", "thrown-group");
        consumer.setConsumeThreadMin(2);
        consumer.setConsumeThreadMax(2);
        Set<String> done = ConcurrentHashMap.newKeySet();
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            MessageExt message = messages.get(0);
            if (message.getReconsumeTimes() == 0) {
                switch (Integer.parseInt(body(message)) % 5) {
                    case 0 -> throw new StackOverflowError("of the listener");
                    case 1 -> throw new NoClassDefFoundError("of the listener");
                    case 2 -> throw new IllegalStateException("of the listener");
                    case 3 -> Thread.currentThread().interrupt();
                    default -> {
                        return null;
                    }
                }
            }
            done.add(body(message));
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();

        await().atMost(LONG).untilAsserted(() -> assertThat(done).hasSize(100));
        consumer.shutdown();
    }

    @Test
    @DisplayName("Settings that are changed to what no start would accept are taken as the nearest that one would")
    void shouldGoOnWithSettingsOutOfRange() throws Exception {
        cluster.createTopic("ranges", 1);
        Set<String> pushed = ConcurrentHashMap.newKeySet();
        DefaultMQPushConsumer consumer = consumer("ranges", "ranges-group");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            messages.forEach(message -> pushed.add(body(message)));
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        DefaultLitePullConsumer lite = cluster.litePullConsumer("ranges-lite");
        lite.subscribe("ranges", "*");
        lite.start();
        Set<String> polled = ConcurrentHashMap.newKeySet();
        int sent = 0;
        for (int wrong : new int[] {0, -1, Integer.MAX_VALUE}) {
            consumer.setConsumeMessageBatchMaxSize(wrong);
            consumer.setPullBatchSize(wrong);
            consumer.setPullThresholdForQueue(wrong);
            consumer.setPullThresholdSizeForQueue(wrong);
            consumer.setConsumeConcurrentlyMaxSpan(wrong);
            consumer.setConsumeTimeout(wrong);
            lite.setPullBatchSize(wrong);
            lite.setPullThresholdForAll(wrong);
            lite.setPullThresholdForQueue(wrong);
            cluster.send(producer, "ranges", sent, 10);
            sent += 10;
            int all = sent;
            await().atMost(LONG).until(() -> pushed.size() == all);
            await().atMost(LONG).until(() -> {
                lite.poll(100).forEach(message -> polled.add(body(message)));
                return polled.size() == all;
            });
        }
    }
}
