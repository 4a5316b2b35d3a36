package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.callback;
import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ferrymq.client.Validators;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageQueue;
import java.io.File;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule that a message, topic or group must follow, in every way to send; what breaks one never reaches a broker. */
class ValidationTest {
    private static final int BODY_MAX = 100;
    private static final int ILLEGAL = 13;

    private static StubBroker broker;
    private static StubNameServer names;
    private static DefaultMQProducer producer;

    @BeforeAll
    static void start() throws Exception {
        broker = new StubBroker();
        names = new StubNameServer().route("T", 1, "a", broker.address());
        producer = started(names.address(), p -> p.setMaxMessageSize(BODY_MAX));
    }

    @AfterAll
    static void stop() {
        producer.shutdown();
        names.close();
        broker.close();
    }

    private interface Way {
        void send(Message message) throws Exception;
    }

    private static void async(Consumer2<CompletableFuture<SendResult>> send) throws Exception {
        CompletableFuture<SendResult> end = new CompletableFuture<>();
        send.accept(end);
        try {
            end.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw (Exception) e.getCause();
        }
    }

    private interface Consumer2<T> {
        void accept(T value) throws Exception;
    }

    private static Map<String, Way> ways() {
        Map<String, Way> ways = new LinkedHashMap<>();
        MessageQueueSelector first = (queues, message, arg) -> queues.get(0);
        ways.put("sync", producer::send);
        ways.put("async", message -> async(end -> producer.send(message, callback(end))));
        ways.put("one-way", producer::sendOneway);
        ways.put("selector", message -> producer.send(message, first, null));
        ways.put("selector, async", message -> async(end -> producer.send(message, first, null, callback(end))));
        ways.put("selector, one-way", message -> producer.sendOneway(message, first, null));
        return ways;
    }

    private static void assertRefused(Message message, int code, String... texts) {
        ways().forEach((name, way) -> assertThat(catchThrowable(() -> way.send(message)))
                .as(name)
                .isInstanceOfSatisfying(MQClientException.class, e -> {
                    assertThat(e.getResponseCode()).isEqualTo(code);
                    assertThat(e.getErrorMessage()).contains(texts);
                }));
        assertThat(broker.sends()).isZero();
    }

    private static Message message(String topic) {
        return new Message(topic, new byte[] {1});
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SCHEDULE_TOPIC_XXXX",
                "RMQ_SYS_TRANS_HALF_TOPIC",
                "RMQ_SYS_TRANS_OP_HALF_TOPIC",
                "TRANS_CHECK_MAX_TIME_TOPIC",
                "SELF_TEST_TOPIC",
                "OFFSET_MOVED_EVENT"
            })
    void shouldRefuseTopicsOfTheBrokers(String topic) {
        assertRefused(message(topic), -1, "Sending message to topic[" + topic + "] is forbidden");
    }

    @Test
    void shouldRefuseTopicsThatCannotBe() {
        assertRefused(message(null), -1, "The specified topic is blank");
        assertRefused(message("  "), -1, "The specified topic is blank");
        assertRefused(message("x".repeat(128)), -1, "127", "128");
        for (String bad : List.of("a b", "a.b", "ä", "a/b", "a+b", "a\nb")) {
            assertRefused(message(bad), -1, "The specified topic");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"%RETRY%G", "a|b", "a-b_c%d", "TBW102", "BenchmarkTest", "RMQ_SYS_TRACE_TOPIC", "rmq_sys_x"})
    void shouldTakeOtherTopics(String topic) throws Exception {
        Validators.checkMessage(message(topic), producer);
        Validators.checkTopic("x".repeat(127));
    }

    @Test
    void shouldRefuseMessagesThatCannotBe() {
        assertRefused(null, ILLEGAL, "the message is null");
        assertRefused(new Message("T", null), ILLEGAL, "the message body is null");
        assertRefused(new Message("T", new byte[0]), ILLEGAL, "the message body length is zero");
        assertRefused(
                new Message("T", new byte[BODY_MAX + 1]),
                ILLEGAL,
                "the message body size over max value, MAX: " + BODY_MAX,
                BODY_MAX + 1 + " bytes");
        Message light = message("T");
        MessageAccessor.putProperty(light, "INNER_MULTI_DISPATCH", "%LMQ%a" + File.separator + "b");
        assertRefused(light, ILLEGAL, "INNER_MULTI_DISPATCH");
    }

    @Test
    void up064_shouldTakeAnEmptyBodyWithKeys() {
        assertThatCode(() -> {
                    Message deletion = new Message("T", null, "key", new byte[0]);
                    Validators.checkMessage(deletion, producer);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseASelectorThatIsNull() {
        assertThatThrownBy(() -> producer.send(message("T"), (MessageQueueSelector) null, "arg"))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("selector is null")
                .hasNoCause();
    }

    @Test
    void shouldRefuseBatchesThatCannotBe() {
        Message late = message("T");
        late.setDelayTimeLevel(1);
        Message careless = message("T");
        careless.setWaitStoreMsgOK(false);
        Message other = message("Other");
        Message retry = message("%RETRY%G");
        for (Message bad : List.of(late, careless, other)) {
            assertThatThrownBy(() -> producer.send(List.of(message("T"), bad)))
                    .isInstanceOf(MQClientException.class)
                    .hasMessageStartingWith("Failed to initiate the MessageBatch");
        }
        for (List<Message> bad : List.of(List.of(retry), List.<Message>of())) {
            assertThatThrownBy(() -> producer.send(bad)).hasMessageStartingWith("Failed to initiate the MessageBatch");
        }
        assertThat(broker.sends()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "null, producerGroup is null",
                "' ', the specified group is blank",
                "a b, the specified group",
                "a.b, the specified group",
                "DEFAULT_PRODUCER, producerGroup can not equal DEFAULT_PRODUCER"
            })
    void shouldRefuseGroupsThatCannotBe(String group, String text) {
        DefaultMQProducer bad = new DefaultMQProducer(group);
        bad.setNamesrvAddr(names.address());
        assertThatThrownBy(bad::start).isInstanceOf(MQClientException.class).hasMessageContaining(text);
        assertThatThrownBy(() -> bad.send(message("T"))).hasMessageContaining("service state not OK");
    }

    @Test
    void shouldLimitGroupsTo120Characters() throws Exception {
        Validators.checkGroup("g".repeat(120));
        assertThatThrownBy(() -> Validators.checkGroup("g".repeat(121))).hasMessageContaining("121", "120");
    }

    @Test
    void shouldCheckPermissionsOfTopicsAndBrokers() throws Exception {
        Validators.checkTopicConfig(TopicConfig.of("T", 1));
        Properties settings = new Properties();
        Validators.checkBrokerConfig(settings);
        settings.setProperty("brokerPermission", "6");
        Validators.checkBrokerConfig(settings);
        settings.setProperty("brokerPermission", "8");
        assertThatThrownBy(() -> Validators.checkBrokerConfig(settings)).hasMessageContaining("'8'");
    }

    @Test
    void shouldTakePropertiesThatAreForApplications() {
        Message message = message("T");
        for (String name : List.of(
                "CHECK_IMMUNITY_TIME_IN_SECONDS",
                "INNER_MULTI_DISPATCH",
                "__SHARDINGKEY",
                "__transactionId__",
                "mine")) {
            message.putUserProperty(name, "1");
            assertThat(message.getUserProperty(name)).isEqualTo("1");
        }
        for (String name : List.of("KEYS", "TAGS", "UNIQ_KEY", "TRAN_MSG", "DELAY", "PGROUP", "_SYS_MSG_PRIORITY_")) {
            assertThatThrownBy(() -> message.putUserProperty(name, "1")).isInstanceOf(RuntimeException.class);
        }
        assertThatThrownBy(() -> message.putUserProperty(" ", "1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.putUserProperty("mine", null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldNameWhatIsNull() {
        Message message = new Message("T", new byte[1]);
        MessageQueue withoutBroker = new MessageQueue("T", null, 0);
        MessageQueue withoutTopic = new MessageQueue(null, "a", 0);
        assertThatThrownBy(() -> producer.send(message, withoutBroker))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("the message queue needs a topic and a broker name");
        assertThatThrownBy(() -> producer.send(message, withoutTopic))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("the message queue needs a topic and a broker name");
        assertThatThrownBy(() -> producer.sendOneway(message, withoutBroker)).isInstanceOf(MQClientException.class);
        assertThatThrownBy(() -> producer.send((List<Message>) null))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("the collection of messages is null");
        assertThatThrownBy(() -> producer.send(Arrays.asList(message, null)))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("one of the messages is null");
        assertThatThrownBy(() -> producer.send(message, (MessageQueueSelector) null, null))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("selector is null");
    }
}
