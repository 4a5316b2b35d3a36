package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.MessageSelector;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members that share the queues of a topic, over two real brokers. */
class ConsumeTest {
    private static final Duration LONG = Duration.ofSeconds(90);

    @TempDir
    private Path directory;

    private LocalCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = LocalCluster.start(directory, "broker-a", "broker-b");
        cluster.createTopic("topic", 4);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private DefaultMQPushConsumer fromFirst(String group) throws MQClientException {
        DefaultMQPushConsumer consumer = cluster.consumer(group);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("topic", "*");
        return consumer;
    }

    private DefaultMQPushConsumer started(String group, Seen seen) throws MQClientException {
        DefaultMQPushConsumer consumer = fromFirst(group);
        consumer.registerMessageListener(seen.listener());
        consumer.start();
        return consumer;
    }

    @Test
    @DisplayName("10,000 messages arrive while members join and leave; UP-033: leaving and joining makes no duplicates")
    void up033_shouldConsumeEverythingOnceWhileMembersComeAndGo() throws Exception {
        DefaultMQProducer producer = cluster.producer();
        Seen seen = new Seen();
        started("group", seen);
        AtomicReference<Exception> failure = new AtomicReference<>();
        Thread sending = new Thread(() -> {
            try {
                cluster.send(producer, "topic", 0, 10_000);
            } catch (Exception e) {
                failure.set(e);
            }
        });
        sending.start();

        await().atMost(LONG).until(() -> seen.count() > 1_000);
        DefaultMQPushConsumer second = started("group", seen);
        await().atMost(LONG).until(() -> seen.count() > 4_000);
        second.shutdown();
        sending.join();

        assertThat(failure).hasNullValue();
        await().atMost(LONG).untilAsserted(() -> assertThat(seen.count()).isEqualTo(10_000));
        assertThat(seen.duplicates()).isZero();
    }

    @Test
    @DisplayName("UP-065: a new group starts at the end of a young topic, and gets what is sent from then on")
    void up065_shouldStartAtTheEndOfAYoungTopic() throws Exception {
        DefaultMQProducer producer = cluster.producer();
        cluster.send(producer, "topic", 0, 100);
        Seen seen = new Seen();
        DefaultMQPushConsumer consumer = cluster.consumer("group");
        consumer.subscribe("topic", "*");
        consumer.registerMessageListener(seen.listener());
        AtomicReference<Integer> assigned = new AtomicReference<>(0);
        consumer.setMessageQueueListener((topic, all, own) -> {
            if (topic.equals("topic")) {
                assigned.set(own.size());
            }
        });
        consumer.start();
        await().atMost(LONG).until(() -> assigned.get() == 8);

        // Whether a queue is open is not to be seen from outside: send until each has brought something.
        await().atMost(LONG).until(() -> {
            cluster.send(producer, "topic", 1_000, 8);
            return seen.count() == 8;
        });
        assertThat(seen.times.keySet()).allMatch(body -> Integer.parseInt(body) >= 1_000);
    }

    @Test
    @DisplayName("A topic that is created after the consumer's start loses no message, even from the last offset on")
    void shouldMissNothingOfATopicCreatedAfterTheStart() throws Exception {
        Seen seen = new Seen();
        DefaultMQPushConsumer consumer = cluster.consumer("group");
        consumer.subscribe("later", "*");
        consumer.registerMessageListener(seen.listener());
        consumer.start();

        cluster.createTopic("later", 2);
        cluster.send(cluster.producer(), "later", 0, 50);

        await().atMost(LONG).untilAsserted(() -> assertThat(seen.count()).isEqualTo(50));
    }

    @Test
    @DisplayName("Retries come with their own topic and a count, and end among the dead letters; UP-071: at once")
    void up071_shouldRetryAndThenMakeADeadLetter() throws Exception {
        List<MessageExt> attempts = new CopyOnWriteArrayList<>();
        DefaultMQPushConsumer consumer = fromFirst("group");
        consumer.setMaxReconsumeTimes(2);
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            attempts.addAll(messages);
            return ConsumeConcurrentlyStatus.RECONSUME_LATER;
        });
        consumer.start();
        cluster.send(cluster.producer(), "topic", 0, 1);

        Seen dead = new Seen();
        await().atMost(LONG).until(() -> attempts.size() == 3);
        DefaultMQPushConsumer ofDeadLetters = cluster.consumer("morgue");
        ofDeadLetters.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        ofDeadLetters.subscribe("%DLQ%group", "*");
        ofDeadLetters.registerMessageListener(dead.listener());
        ofDeadLetters.start();

        await().atMost(LONG).until(() -> dead.count() == 1);
        assertThat(attempts).extracting(MessageExt::getReconsumeTimes).containsExactly(0, 1, 2);
        assertThat(attempts).extracting(MessageExt::getTopic).containsOnly("topic");
        assertThat(attempts)
                .extracting(MessageExt::getMsgId)
                .containsOnly(attempts.get(0).getMsgId());
    }

    @Test
    @DisplayName("UP-074: what a message says of its own attempts wins over the consumer's setting")
    void up074_shouldHonourTheMessagesOwnLimit() throws Exception {
        Seen seen = new Seen();
        DefaultMQPushConsumer consumer = fromFirst("group");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            messages.forEach(seen::add);
            return ConsumeConcurrentlyStatus.RECONSUME_LATER;
        });
        consumer.start();
        Message message = new Message("topic", "0".getBytes(StandardCharsets.UTF_8));
        MessageAccessor.setMaxReconsumeTimes(message, "0");
        cluster.producer().send(message);

        Seen dead = new Seen();
        await().atMost(LONG).until(() -> seen.count() == 1);
        DefaultMQPushConsumer ofDeadLetters = cluster.consumer("morgue");
        ofDeadLetters.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        ofDeadLetters.subscribe("%DLQ%group", "*");
        ofDeadLetters.registerMessageListener(dead.listener());
        ofDeadLetters.start();

        await().atMost(LONG).until(() -> dead.count() == 1);
        assertThat(seen.duplicates()).isZero();
    }

    @Test
    @DisplayName("A message whose broker dies while its listener runs is retried through another broker")
    void shouldRetryThroughAnotherBrokerWhenItsOwnIsGone() throws Exception {
        List<MessageExt> attempts = new CopyOnWriteArrayList<>();
        DefaultMQPushConsumer consumer = fromFirst("group");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            attempts.addAll(messages);
            if (attempts.size() > 1) {
                return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            }
            cluster.stopBroker("broker-b");
            return ConsumeConcurrentlyStatus.RECONSUME_LATER;
        });
        consumer.start();
        DefaultMQProducer producer = cluster.producer();
        // The retry topic has to be known before: the brokers make it when they first hear of the group.
        await().atMost(LONG).until(() -> !consumer.fetchSubscribeMessageQueues("%RETRY%group")
                .isEmpty());
        cluster.sendTo(producer, new MessageQueue("topic", "broker-b", 0), 0, 1);

        await().atMost(LONG).until(() -> attempts.size() == 2);
        assertThat(attempts.get(1).getTopic()).isEqualTo("topic");
        assertThat(attempts.get(1).getBrokerName()).isEqualTo("broker-a");
        assertThat(attempts.get(1).getReconsumeTimes()).isEqualTo(1);
        assertThat(attempts.get(1).getBody()).isEqualTo(attempts.get(0).getBody());
    }

    @Test
    void shouldConsumeOnlyTheTagsThatAreWanted() throws Exception {
        Seen seen = new Seen();
        DefaultMQPushConsumer consumer = cluster.consumer("group");
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        // "Aa" and "BB" have one hash code: the broker cannot tell them apart.
        consumer.subscribe("topic", "Aa || C");
        consumer.registerMessageListener(seen.listener());
        consumer.start();
        DefaultMQProducer producer = cluster.producer();
        for (String tag : List.of("Aa", "BB", "C", "D")) {
            producer.send(new Message("topic", tag, tag.getBytes(StandardCharsets.UTF_8)));
        }

        await().atMost(LONG).until(() -> seen.count() == 2);
        assertThat(seen.times).containsOnlyKeys("Aa", "C");
    }

    @Test
    @DisplayName("UP-079: SQL that no broker may compile is refused at the start, with the broker's reason")
    void up079_shouldSayWhySqlIsRefused() throws Exception {
        DefaultMQPushConsumer consumer = cluster.consumer("group");
        consumer.subscribe("topic", MessageSelector.bySql("a > 3"));
        consumer.registerMessageListener(new Seen().listener());

        assertThatThrownBy(consumer::start)
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("SQL92");
    }

    @Test
    @DisplayName("UP-017: consumption goes on when a broker comes back at another port")
    void up017_shouldFollowABrokerThatMoves() throws Exception {
        Seen seen = new Seen();
        started("group", seen);
        DefaultMQProducer producer = cluster.producer();
        cluster.send(producer, "topic", 0, 40);
        await().atMost(LONG).until(() -> seen.count() == 40);

        cluster.stopBroker("broker-b");
        cluster.startBroker("broker-b");
        cluster.send(producer, "topic", 100, 40);

        await().atMost(LONG).until(() -> seen.count() == 80);
        assertThat(seen.duplicates()).isZero();
    }

    @Test
    void shouldRefuseASecondConsumerOfTheSameGroupAndInstance() throws Exception {
        DefaultMQPushConsumer first = fromFirst("group");
        first.setInstanceName("same");
        first.registerMessageListener(new Seen().listener());
        first.start();
        DefaultMQPushConsumer second = fromFirst("group");
        second.setInstanceName("same");
        second.registerMessageListener(new Seen().listener());

        assertThatThrownBy(second::start).hasMessageContaining("has been created before");

        second.setInstanceName("another");
        second.start();
    }

    @Test
    void shouldPullNothingWhileSuspended() throws Exception {
        Seen seen = new Seen();
        DefaultMQPushConsumer consumer = started("group", seen);
        DefaultMQProducer producer = cluster.producer();
        cluster.send(producer, "topic", 0, 8);
        await().atMost(LONG).until(() -> seen.count() == 8);

        consumer.suspend();
        // One pull of each of the 4 queues may be waiting at its broker still, and bring a batch.
        cluster.send(producer, "topic", 100, 400);
        assertThat(seen.count()).isLessThanOrEqualTo(8 + 4 * consumer.getPullBatchSize());
        assertThat(consumer.isPause()).isTrue();
        consumer.resume();

        await().atMost(LONG).until(() -> seen.count() == 408);
    }
}
