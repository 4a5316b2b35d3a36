package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.callback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.testing.RawBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.common.compression.CompressionType;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageQueue;
import java.io.IOException;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a send looks like on a plain socket: code, every header field by its name, properties, body (RocketMQ protocol facts, section 5.1). */
class WireTest {
    private static final String SMART = "org.apache.rocketmq.client.sendSmartMsg";

    private RawBroker broker;
    private StubNameServer names;
    private DefaultMQProducer producer;

    @BeforeEach
    void start() throws IOException {
        broker = new RawBroker(0);
        names = new StubNameServer();
        for (String topic : List.of("T", "NS%T", "%RETRY%G", "c_REPLY_TOPIC")) {
            names.route(topic, 1, "a", broker.address());
        }
    }

    @AfterEach
    void stop() throws IOException {
        System.clearProperty(SMART);
        if (producer != null) {
            producer.shutdown();
        }
        names.close();
        broker.close();
    }

    private void producer(Consumer<DefaultMQProducer> settings) throws Exception {
        producer = new DefaultMQProducer("group");
        producer.setNamesrvAddr(names.address());
        producer.setSendMsgTimeout(20_000);
        settings.accept(producer);
        producer.start();
    }

    /** A way to send a message. */
    private interface Way {
        void send(DefaultMQProducer producer, Message message) throws Exception;
    }

    /**
     * One row.
     *
     * @param fields what differs from the usual; null for a field that must not be there
     * @param properties what differs from the usual
     */
    private record Row(
            String name,
            Consumer<DefaultMQProducer> settings,
            Supplier<Message> message,
            Way way,
            int code,
            Map<String, String> fields,
            Map<String, String> properties) {
        static Row of(String name, int code) {
            return new Row(name, p -> {}, WireTest::message, DefaultMQProducer::send, code, Map.of(), Map.of());
        }

        Row with(Consumer<DefaultMQProducer> newSettings) {
            return new Row(name, newSettings, message, way, code, fields, properties);
        }

        Row message(Supplier<Message> newMessage) {
            return new Row(name, settings, newMessage, way, code, fields, properties);
        }

        Row by(Way newWay) {
            return new Row(name, settings, message, newWay, code, fields, properties);
        }

        Row fields(Map<String, String> newFields) {
            return new Row(name, settings, message, way, code, newFields, properties);
        }

        Row properties(Map<String, String> newProperties) {
            return new Row(name, settings, message, way, code, fields, newProperties);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Message message() {
        Message message = new Message("T", "tag", "key", 7, "body".getBytes(StandardCharsets.UTF_8), true);
        message.putUserProperty("mine", "ä");
        return message;
    }

    private static Message with(String topic, String property, String value) {
        Message message = message();
        message.setTopic(topic);
        MessageAccessor.putProperty(message, property, value);
        return message;
    }

    private static Stream<Row> rows() {
        MessageQueue queue = new MessageQueue("T", "a", 0);
        return Stream.of(
                Row.of("sync", 310),
                Row.of("to a queue", 310).by((p, m) -> p.send(m, queue)),
                Row.of("by selector", 310).by((p, m) -> p.send(m, (queues, msg, arg) -> queues.get(0), null)),
                Row.of("async", 310).by((p, m) -> {
                    CompletableFuture<SendResult> end = new CompletableFuture<>();
                    p.send(m, callback(end));
                    end.get(20, TimeUnit.SECONDS);
                }),
                Row.of("one-way", 310).by(DefaultMQProducer::sendOneway),
                Row.of("template of new topics", 310)
                        .with(p -> {
                            p.setCreateTopicKey("Template");
                            p.setDefaultTopicQueueNums(9);
                        })
                        .fields(Map.of("c", "Template", "d", "9")),
                Row.of("unit", 310)
                        .with(p -> {
                            p.setUnitMode(true);
                            p.setUnitName("u1");
                        })
                        .fields(Map.of("k", "true")),
                Row.of("namespace of old", 310)
                        .with(p -> p.setNamespace("NS"))
                        .fields(Map.of("a", "NS%group", "b", "NS%T"))
                        .properties(Map.of("INSTANCE_ID", "NS")),
                Row.of("namespace of 5.x", 310)
                        .with(p -> p.setNamespaceV2("NS2"))
                        .fields(Map.of("nsd", "true", "ns", "NS2")),
                Row.of("half of a transaction", 310)
                        .message(() -> with("T", "TRAN_MSG", "true"))
                        .fields(Map.of("f", "4"))
                        .properties(Map.of("TRAN_MSG", "true")),
                Row.of("compressed", 310)
                        .message(WireTest::compressible)
                        .with(p -> p.setCompressMsgBodyOverHowmuch(100))
                        .fields(Map.of("f", Integer.toString(0x301))),
                Row.of("compressed by LZ4", 310)
                        .message(WireTest::compressible)
                        .with(p -> {
                            p.setCompressMsgBodyOverHowmuch(100);
                            p.setCompressType(CompressionType.LZ4);
                        })
                        .fields(Map.of("f", Integer.toString(0x101))),
                Row.of("retry topic", 310)
                        .message(() -> {
                            Message message = with("%RETRY%G", "RECONSUME_TIME", "3");
                            MessageAccessor.putProperty(message, "MAX_RECONSUME_TIMES", "5");
                            return message;
                        })
                        .fields(Map.of("b", "%RETRY%G", "j", "3", "l", "5")),
                Row.of("reply", 325)
                        .message(() -> with("c_REPLY_TOPIC", "MSG_TYPE", "reply"))
                        .fields(Map.of("b", "c_REPLY_TOPIC"))
                        .properties(Map.of("MSG_TYPE", "reply")));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldSendExactlyTheseFields(Row row) throws Exception {
        producer(row.settings());
        long beforeMs = System.currentTimeMillis();
        row.way().send(producer, row.message().get());
        await().atMost(20, TimeUnit.SECONDS).until(() -> !broker.sends().isEmpty());

        RawBroker.Frame frame = broker.sends().get(0);
        assertThat(frame.code()).isEqualTo(row.code());
        assertThat(frame.oneway()).isEqualTo(row.name().equals("one-way"));
        assertThat(frame.header()).containsEntry("language", "JAVA").containsKeys("version", "opaque");
        assertThat(Long.parseLong(frame.fields().get("g"))).isBetween(beforeMs, System.currentTimeMillis());

        Map<String, String> expected = new TreeMap<>(Map.ofEntries(
                Map.entry("a", "group"),
                Map.entry("b", "T"),
                Map.entry("c", "TBW102"),
                Map.entry("d", "4"),
                Map.entry("e", "0"),
                Map.entry("f", "0"),
                Map.entry("h", "7"),
                Map.entry("j", "0"),
                Map.entry("k", "false"),
                Map.entry("m", "false"),
                Map.entry("n", "a")));
        expected.putAll(row.fields());
        Map<String, String> fields = new TreeMap<>(frame.fields());
        fields.remove("g");
        Map<String, String> properties = properties(fields.remove("i"));
        assertThat(fields).isEqualTo(expected);

        assertThat(properties.remove("UNIQ_KEY")).matches("[0-9A-F]{32}|[0-9A-F]{56}");
        Map<String, String> expectedProperties =
                new TreeMap<>(Map.of("TAGS", "tag", "KEYS", "key", "WAIT", "true", "mine", "ä"));
        expectedProperties.putAll(row.properties());
        assertThat(properties).isEqualTo(expectedProperties);
    }

    private static Message compressible() {
        Message message = message();
        message.setBody(new byte[100]);
        return message;
    }

    private static Map<String, String> properties(String text) {
        Map<String, String> properties = new TreeMap<>();
        for (String entry : text.split("\u0002")) {
            String[] parts = entry.split("\u0001");
            properties.put(parts[0], parts[1]);
        }
        return properties;
    }

    @Test
    void shouldSendABatchWithItsFlagAndOnlyWhatAllHaveInCommon() throws Exception {
        producer(p -> {});
        producer.send(List.of(message(), message()));
        RawBroker.Frame frame = broker.sends().get(0);
        assertThat(frame.code()).isEqualTo(320);
        assertThat(frame.fields())
                .containsEntry("m", "true")
                .containsEntry("f", "0")
                .containsEntry("h", "0");
        assertThat(properties(frame.fields().get("i")))
                .containsEntry("WAIT", "true")
                .doesNotContainKeys("TAGS", "KEYS");
    }

    @Test
    void shouldUseTheLongNamesWhenToldTo() throws Exception {
        System.setProperty(SMART, "false");
        producer(p -> {});
        producer.send(message());
        RawBroker.Frame frame = broker.sends().get(0);
        assertThat(frame.code()).isEqualTo(10);
        assertThat(frame.fields())
                .containsOnlyKeys(
                        "producerGroup",
                        "topic",
                        "defaultTopic",
                        "defaultTopicQueueNums",
                        "queueId",
                        "sysFlag",
                        "bornTimestamp",
                        "flag",
                        "properties",
                        "reconsumeTimes",
                        "unitMode",
                        "batch",
                        "bname")
                .containsEntry("producerGroup", "group")
                .containsEntry("flag", "7");
    }

    @Test
    void shouldSendToThePortTwoBelowOverTheVipChannel() throws Exception {
        try (RawBroker main = twoAbove()) {
            names.route("T", 1, "a", main.address());
            producer(p -> p.setSendMessageWithVIPChannel(true));
            producer.send(message());
            producer.send(List.of(message()));
            producer.sendOneway(message());
            await().atMost(20, TimeUnit.SECONDS).until(() -> broker.sends().size() == 3);
            assertThat(main.sends()).isEmpty();
        }
    }

    /** A broker whose port is two above that of the other; that one is replaced while that port is taken. */
    private RawBroker twoAbove() throws IOException {
        while (true) {
            try {
                return new RawBroker(broker.port() + 2);
            } catch (BindException taken) {
                broker.close();
                broker = new RawBroker(0);
            }
        }
    }
}
