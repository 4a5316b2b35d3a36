package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.message;
import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ErrorTest {
    private final StubBroker broker = new StubBroker();
    private final StubNameServer names = new StubNameServer().route("T", 4, "a", broker.address());
    private DefaultMQProducer producer;

    @AfterEach
    void stop() {
        if (producer != null) {
            producer.shutdown();
        }
        names.close();
        broker.close();
    }

    private void assertRefused(Message message, int code, String... texts) {
        assertThatThrownBy(() -> producer.send(message)).isInstanceOfSatisfying(MQClientException.class, e -> {
            assertThat(e.getResponseCode()).isEqualTo(code);
            assertThat(e.getErrorMessage()).contains(texts);
        });
        assertThat(broker.sends()).isZero();
    }

    @Test
    void shouldRefuseWhatNoBrokerWouldTake() throws Exception {
        producer = started(names.address(), settings -> settings.setMaxMessageSize(100));
        assertRefused(null, ResponseCode.MESSAGE_ILLEGAL, "the message is null");
        assertRefused(new Message("T", null), ResponseCode.MESSAGE_ILLEGAL, "the message body is null");
        assertRefused(new Message("T", new byte[0]), ResponseCode.MESSAGE_ILLEGAL, "body length is zero");
        assertRefused(message(" "), -1, "The specified topic is blank");
        assertRefused(message("a b"), -1, "' '");
        assertRefused(message("x".repeat(128)), -1, "127", "128");
        assertRefused(message("SCHEDULE_TOPIC_XXXX"), -1, "Sending message to topic[SCHEDULE_TOPIC_XXXX] is forbidden");
    }

    @Test
    @DisplayName("UP-053: a message that is too large is refused with its size, the limit and the key")
    void up053_largeBodiesAreRefusedWithBothNumbers() throws Exception {
        producer = started(names.address(), settings -> settings.setMaxMessageSize(100));
        assertRefused(
                new Message("T", new byte[101]),
                ResponseCode.MESSAGE_ILLEGAL,
                "MAX: 100",
                "101 bytes",
                "maxMessageSize");
    }

    @Test
    @DisplayName("UP-052: properties beyond 32,767 bytes are refused before sending, alone and in a batch")
    void up052_largePropertiesAreRefusedBeforeSending() throws Exception {
        producer = started(names.address());
        Message message = message("T");
        message.putUserProperty("big", "x".repeat(40_000));
        assertRefused(message, ResponseCode.MESSAGE_ILLEGAL, "32767", "properties");
        assertThatThrownBy(() -> producer.send(List.of(message("T"), message)))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("32767");
        assertThat(broker.sends()).isZero();
    }

    @Test
    void shouldRefuseSeparatorsInProperties() throws Exception {
        producer = started(names.address());
        Message message = message("T");
        MessageAccessor.putProperty(message, "odd", "a\u0001b");
        assertRefused(message, ResponseCode.MESSAGE_ILLEGAL, "'odd'", "0x01");
    }

    @Test
    void shouldRefuseToStartWithoutANameServer() {
        DefaultMQProducer lost = new DefaultMQProducer("group");
        lost.setNamesrvAddr(null);
        assertThatThrownBy(lost::start).isInstanceOfSatisfying(MQClientException.class, e -> {
            assertThat(e.getResponseCode()).isEqualTo(ClientErrorCode.NO_NAME_SERVER_EXCEPTION);
            assertThat(e.getErrorMessage()).contains("setNamesrvAddr", "rocketmq.namesrv.addr", "NAMESRV_ADDR");
        });
        lost = new DefaultMQProducer("group");
        lost.setNamesrvAddr("somewhere");
        assertThatThrownBy(lost::start).hasMessageContaining("'somewhere'");
    }

    @Test
    @DisplayName("UP-040: no nameserver answers: each is listed with its reason")
    void up040_nameServersThatDoNotAnswerAreListed() throws Exception {
        names.server().stop();
        producer = started(names.address());
        assertRefused(
                message("T"),
                ClientErrorCode.NOT_FOUND_TOPIC_EXCEPTION,
                "No route info of this topic: T",
                names.address() + " said: cannot be connected",
                "check namesrvAddr");
    }

    @Test
    @DisplayName("UP-040: the topic is unknown and no broker creates topics by itself")
    void up040_unknownTopicsSayThatNoBrokerCreatesThem() throws Exception {
        producer = started(names.address());
        assertRefused(
                message("Unknown"),
                ClientErrorCode.NOT_FOUND_TOPIC_EXCEPTION,
                "No route info of this topic: Unknown",
                names.address() + " said: TOPIC_NOT_EXIST",
                "create the topic (mqadmin updateTopic -t Unknown",
                "the template topic TBW102 (createTopicKey) has no route either, so autoCreateTopicEnable is off on"
                        + " cluster c (a)",
                "If the topic was there before, its brokers are not alive");
    }

    @Test
    @DisplayName("UP-040: no broker is alive, or no master")
    void up040_unknownTopicsSayThatNoBrokerIsAlive() throws Exception {
        StubNameServer empty = new StubNameServer();
        producer = started(empty.address());
        try {
            assertThatThrownBy(() -> producer.send(message("Unknown")))
                    .isInstanceOf(MQClientException.class)
                    .hasMessageContaining("none is registered at these nameservers now")
                    .message()
                    .doesNotContain("create the topic", "autoCreateTopicEnable");
            empty.route(
                    "Other",
                    TopicRouteData.of(
                            List.of(new QueueData("b", 4, 4, 6, 0)),
                            List.of(BrokerData.of("c", "b", Map.of(1L, "127.0.0.1:1")))));
            assertThatThrownBy(() -> producer.send(message("Unknown")))
                    .isInstanceOf(MQClientException.class)
                    .hasMessageContaining("start a master: of cluster c (b) only slaves are alive");
        } finally {
            empty.close();
        }
    }

    @Test
    @DisplayName("UP-040: the topic exists, but there is no permission or no master")
    void up040_topicsThatCannotBeWrittenSayWhy() throws Exception {
        names.route(
                "ReadOnly",
                TopicRouteData.of(
                        List.of(new QueueData("a", 4, 4, 4, 0), new QueueData("b", 4, 4, 6, 0)),
                        List.of(
                                BrokerData.of("c", "a", Map.of(0L, broker.address())),
                                BrokerData.of("c", "b", Map.of(1L, "127.0.0.1:1")))));
        producer = started(names.address());
        assertRefused(
                message("ReadOnly"),
                ClientErrorCode.NOT_FOUND_TOPIC_EXCEPTION,
                "a: no permission to write, perm is R--",
                "b: its master is not alive");
    }
}
