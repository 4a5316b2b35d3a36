package io.ferrymq.distribution.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.MessageSelector;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers that filter by SQL92, ours and the published ones, on one of our brokers. */
class SqlConsumersTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int COUNT = 200;
    private static final int QUEUES = 2;
    private static final String RED = "a BETWEEN 100 AND 149 AND color = 'red'";

    @TempDir
    private static Path folder;

    private static LocalCluster cluster;
    private static DefaultMQProducer producer;

    @BeforeAll
    static void start() throws Exception {
        cluster = LocalCluster.withNameServers(folder, 1);
        cluster.startBroker(LocalCluster.BROKER, Map.of("enablePropertyFilter", "true"));
        cluster.createTopic("colors", QUEUES);
        producer = cluster.producer();
        for (int i = 0; i < COUNT; i++) {
            send("colors", i, i % 2 == 0 ? "red" : "blue", "tag");
        }
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static void send(String topic, int a, String color, String tag) throws Exception {
        Message message = new Message(topic, tag, Integer.toString(a).getBytes(StandardCharsets.UTF_8));
        message.putUserProperty("a", Integer.toString(a));
        message.putUserProperty("color", color);
        producer.send(message);
    }

    private static List<String> red() {
        return IntStream.range(100, 150)
                .filter(i -> i % 2 == 0)
                .mapToObj(Integer::toString)
                .toList();
    }

    private static DefaultMQPushConsumer consumer(String group, Queue<String> bodies) throws Exception {
        DefaultMQPushConsumer consumer = cluster.consumer(group);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setPersistConsumerOffsetInterval(200);
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            messages.forEach(message -> bodies.add(new String(message.getBody(), StandardCharsets.UTF_8)));
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        return consumer;
    }

    /** What is filtered out counts as consumed: the position goes to the end. */
    private static void awaitNoLag(String group, String topic, int queues) {
        await().atMost(LONG).untilAsserted(() -> {
            for (int queue = 0; queue < queues; queue++) {
                Reply position = cluster.call(
                        LocalCluster.BROKER,
                        Request.of(
                                RequestCode.QUERY_CONSUMER_OFFSET,
                                new QueryConsumerOffsetRequestHeader(group, topic, queue, false)));
                Reply max = cluster.call(
                        LocalCluster.BROKER,
                        Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader(topic, queue, null)));
                assertThat(position.code()).as("%s", position.remark()).isZero();
                assertThat(position.header(OffsetResponseHeader.class).offset())
                        .isEqualTo(max.header(OffsetResponseHeader.class).offset());
            }
        });
    }

    @Test
    void shouldConsumeWhatAnExpressionLetsThrough() throws Exception {
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        DefaultMQPushConsumer consumer = consumer("ours", bodies);
        consumer.subscribe("colors", MessageSelector.bySql(RED));
        consumer.start();
        awaitNoLag("ours", "colors", QUEUES);
        await().atMost(LONG).until(() -> bodies.size() >= red().size());
        assertThat(bodies).containsExactlyInAnyOrderElementsOf(red());
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.9.8", "5.5.0"})
    void shouldServePublishedConsumersByExpression(String version) throws Exception {
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        String group = "published" + version.replace('.', '_');
        try (PublishedSqlConsumer consumer =
                new PublishedSqlConsumer(version, cluster.nameServerAddress(), group, "colors", RED, bodies)) {
            consumer.start();
            await().atMost(LONG).until(() -> bodies.size() >= red().size());
            assertThat(bodies).containsExactlyInAnyOrderElementsOf(red());
        }
    }

    @Test
    @DisplayName(
            "UP-079: a wrong expression is refused at the start with its place, by our client and the published one")
    void up079_shouldRefuseAWrongExpressionAtTheStart() throws Exception {
        String reason =
                "parse the consumer's subscription of topic colors failed: SQL92 expression, at character 3: found"
                        + " '!', expected <> for 'not equal' or NOT";
        DefaultMQPushConsumer ours = consumer("wrong", new ConcurrentLinkedQueue<>());
        ours.subscribe("colors", MessageSelector.bySql("a != 5"));
        MQClientException refused = catchThrowableOfType(MQClientException.class, ours::start);
        assertThat(refused.getResponseCode()).isEqualTo(ResponseCode.SUBSCRIPTION_PARSE_FAILED);
        assertThat(refused.getErrorMessage()).isEqualTo(reason);
        try (PublishedSqlConsumer theirs = new PublishedSqlConsumer(
                "5.5.0", cluster.nameServerAddress(), "wrong5", "colors", "a != 5", new ConcurrentLinkedQueue<>())) {
            assertThatThrownBy(theirs::start).hasMessageContaining(reason);
        }
    }

    @Test
    void shouldFollowAnExpressionThatIsChangedWhileItRuns() throws Exception {
        cluster.createTopic("changing", 1);
        // The last of each kind matches: the position of what is filtered out behind it would move only when the
        // waiting
        // pull ends.
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        DefaultMQPushConsumer consumer = consumer("changing", bodies);
        consumer.subscribe("changing", MessageSelector.bySql("color = 'red'"));
        consumer.start();
        for (int i = 0; i < 10; i++) {
            send("changing", i, i % 2 == 1 ? "red" : "blue", "tag");
        }
        await().atMost(LONG).untilAsserted(() -> assertThat(bodies).hasSize(5));
        awaitNoLag("changing", "changing", 1);
        consumer.subscribe("changing", MessageSelector.bySql("color = 'blue'"));
        assertThatThrownBy(() -> consumer.subscribe("changing", MessageSelector.bySql("color =")))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("at character 8: found the end of the expression");
        for (int i = 10; i < 20; i++) {
            send("changing", i, i % 2 == 0 ? "red" : "blue", "tag");
        }
        await().atMost(LONG).untilAsserted(() -> assertThat(bodies).hasSize(10));
        assertThat(bodies).containsExactlyInAnyOrder("1", "3", "5", "7", "9", "11", "13", "15", "17", "19");
        awaitNoLag("changing", "changing", 1);
        consumer.subscribe("changing", "other");
        for (int i = 20; i < 24; i++) {
            send("changing", i, "red", i % 2 == 0 ? "tag" : "other");
        }
        await().atMost(LONG).until(() -> bodies.size() >= 12);
        awaitNoLag("changing", "changing", 1);
        assertThat(bodies).hasSize(12).contains("21", "23");
    }

    @Test
    void shouldTellTagsWithOneHashCodeApart() throws Exception {
        assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
        cluster.createTopic("twins", QUEUES);
        for (int i = 0; i < 20; i++) {
            send("twins", i, "any", i % 2 == 0 ? "Aa" : "BB");
        }
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        DefaultMQPushConsumer consumer = consumer("twins", bodies);
        consumer.subscribe("twins", "BB");
        consumer.start();
        await().atMost(LONG).until(() -> bodies.size() >= 10);
        assertThat(bodies)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 20)
                        .filter(i -> i % 2 == 1)
                        .mapToObj(Integer::toString)
                        .toList());
    }
}
