package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.ConsumerSendMsgBackRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Messages that could not be consumed, through real sockets. The delay levels are short ones. */
class RetryTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int BODY_MAX_BYTES = 65_536;

    @TempDir
    private static Path store;

    private static TestBroker broker;
    private String topic;
    private String group;
    private TestConsumer consumer;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.start(
                store, "messageDelayLevel", "1s 1s 1s 1s 1s 1s", "maxMessageSize", Integer.toString(BODY_MAX_BYTES));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void join(TestInfo test) throws Exception {
        String name = test.getTestMethod().orElseThrow().getName();
        topic = "T-" + name;
        group = "G-" + name;
        broker.createTopic(topic, 1);
        consumer = new TestConsumer(broker.broker().address(), group, "c1");
        consumer.join(topic, "%RETRY%" + group, "%DLQ%" + group);
    }

    private MessageExt sendAndPull(Map<String, String> properties, byte[] body) throws Exception {
        Reply sent = broker.send(topic, 0, properties, body);
        assertThat(sent.code()).as("%s", sent.remark()).isZero();
        return only(topic);
    }

    /** The newest message of the queue, once it is there. */
    private MessageExt only(String of) throws Exception {
        return await().atMost(LONG).until(() -> newest(of), message -> message != null);
    }

    private MessageExt newest(String of) throws Exception {
        Reply reply = consumer.pull(of, 0, 0);
        List<MessageExt> messages = reply.isSuccess() ? TestConsumer.messages(reply) : List.of();
        return messages.isEmpty() ? null : messages.get(messages.size() - 1);
    }

    private Reply sendBack(MessageExt message, int delayLevel, Integer max) throws Exception {
        return consumer.call(sendBackRequest(message, delayLevel, max));
    }

    private Request<?> sendBackRequest(MessageExt message, int delayLevel, Integer max) {
        return Request.of(
                RequestCode.CONSUMER_SEND_MSG_BACK,
                new ConsumerSendMsgBackRequestHeader(
                        message.getCommitLogOffset(), group, delayLevel, message.getMsgId(), topic, false, max));
    }

    @Test
    @DisplayName("UP-027: two consumers of one client id, both of which refuse each message, make one copy an attempt")
    void up027_shouldNotDoubleTheCopiesOfTwins() throws Exception {
        try (TestConsumer twin = new TestConsumer(broker.broker().address(), group, "c1")) {
            twin.join(topic, "%RETRY%" + group, "%DLQ%" + group);
            MessageExt message = sendAndPull(Map.of(), new byte[] {1});
            for (int attempt = 1; attempt <= 3; attempt++) {
                assertThat(sendBack(message, 1, 2).code()).isZero();
                assertThat(twin.call(sendBackRequest(message, 1, 2)).code()).isZero();
                if (attempt == 1) {
                    assertThat(sendBack(message, 1, 2).code())
                            .as("the same again, as after a reset")
                            .isZero();
                }
                int copies = attempt + 1;
                String where = attempt == 3 ? "%DLQ%" : "%RETRY%";
                await().atMost(LONG).until(() -> end("%RETRY%") + end("%DLQ%") == copies);
                message = only(where + group);
            }
            assertThat(end("%RETRY%"))
                    .as("one an attempt, and the repeated one")
                    .isEqualTo(3);
            assertThat(end("%DLQ%")).isEqualTo(1);
        }
    }

    private long end(String prefix) throws Exception {
        return broker.call(
                        Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader(prefix + group, 0, null)))
                .header(OffsetResponseHeader.class)
                .offset();
    }

    @Test
    @DisplayName("UP-087: a retried message equals the first one in body, flag, keys, tags and born time")
    void up087_shouldComeAgainAfterADelayAsItWas() throws Exception {
        MessageExt first = sendAndPull(Map.of("TAGS", "A", "KEYS", "k1 k2", "own", "value"), new byte[] {1, 2, 3});
        long sentBackMs = System.currentTimeMillis();
        assertThat(sendBack(first, 1, null).code()).isZero();
        assertThat(newest("%RETRY%" + group)).isNull();
        MessageExt again = only("%RETRY%" + group);
        assertThat(again.getStoreTimestamp() - sentBackMs).isGreaterThanOrEqualTo(900);
        assertThat(again.getBody()).isEqualTo(first.getBody());
        assertThat(again.getFlag()).isEqualTo(first.getFlag());
        assertThat(again.getTags()).isEqualTo("A");
        assertThat(again.getKeys()).isEqualTo("k1 k2");
        assertThat(again.getProperty("own")).isEqualTo("value");
        assertThat(again.getBornTimestamp()).isEqualTo(first.getBornTimestamp());
        assertThat(again.getBornHost()).isEqualTo(first.getBornHost());
        assertThat(again.getReconsumeTimes()).isEqualTo(1);
        assertThat(again.getProperty("RETRY_TOPIC")).isEqualTo(topic);
        assertThat(again.getProperty("ORIGIN_MESSAGE_ID")).isEqualTo(first.getMsgId());
    }

    @Test
    @DisplayName("UP-071: after the last attempt the message is among the dead letters at once")
    void up071_shouldBeAmongTheDeadLettersAtOnce() throws Exception {
        MessageExt first = sendAndPull(Map.of("KEYS", "k"), new byte[] {7});
        assertThat(sendBack(first, 0, 0).code()).isZero();
        MessageExt dead = only("%DLQ%" + group);
        // It went straight there: what has waited for a delay carries its real topic.
        assertThat(dead.getProperty("REAL_TOPIC")).isNull();
        assertThat(dead.getBody()).containsExactly(7);
        assertThat(dead.getProperty("DLQ_ORIGIN_TOPIC")).isEqualTo(topic);
        assertThat(dead.getProperty("DLQ_ORIGIN_MESSAGE_ID")).isEqualTo(first.getMsgId());
        assertThat(dead.getProperty("DELAY")).isNull();
    }

    @Test
    void shouldGoToTheDeadLettersWhenAsked() throws Exception {
        assertThat(sendBack(sendAndPull(Map.of(), new byte[] {1}), -1, 16).code())
                .isZero();
        assertThat(only("%DLQ%" + group).getReconsumeTimes()).isEqualTo(1);
    }

    @Test
    @DisplayName("UP-074: the limit of attempts that a message carries wins over the consumer's")
    void up074_shouldHonourTheLimitOfTheMessage() throws Exception {
        assertThat(sendBack(sendAndPull(Map.of("MAX_RECONSUME_TIMES", "0"), new byte[] {1}), 0, 16)
                        .code())
                .isZero();
        assertThat(only("%DLQ%" + group)).isNotNull();
    }

    @Test
    @DisplayName("UP-054: a message of the largest size passes its retries and lands among the dead letters")
    void up054_shouldPassRetriesWithTheLargestBody() throws Exception {
        byte[] body = new byte[BODY_MAX_BYTES];
        Arrays.fill(body, (byte) 'x');
        Map<String, String> properties = new HashMap<>();
        properties.put("KEYS", "k".repeat(1000));
        MessageExt message = sendAndPull(properties, body);
        for (int attempt = 1; attempt <= 2; attempt++) {
            assertThat(sendBack(message, 1, 2).code()).isZero();
            int wanted = attempt;
            message = await().atMost(LONG)
                    .until(
                            () -> latest("%RETRY%" + group),
                            found -> found != null && found.getReconsumeTimes() == wanted);
        }
        assertThat(sendBack(message, 0, 2).code()).isZero();
        assertThat(only("%DLQ%" + group).getBody()).isEqualTo(body);
    }

    private MessageExt latest(String of) throws Exception {
        Reply end = consumer.pull(of, 0, 1_000);
        long max = TestConsumer.header(end).maxOffset();
        return max == 0
                ? null
                : TestConsumer.messages(consumer.pull(of, 0, max - 1)).get(0);
    }

    @Test
    @DisplayName("UP-122: retry copies carry no transaction marks")
    void up122_shouldCarryNoTransactionMarks() throws Exception {
        MessageExt first = sendAndPull(Map.of("TRAN_MSG", "false", "KEYS", "k"), new byte[] {1});
        sendBack(first, -1, null);
        MessageExt dead = only("%DLQ%" + group);
        assertThat(dead.getProperty("TRAN_MSG")).isNull();
        assertThat(dead.getSysFlag() & 0xC).isZero();
    }

    @Test
    void shouldRefuseWhatItCannotFind() throws Exception {
        MessageExt message = sendAndPull(Map.of(), new byte[] {1});
        message.setCommitLogOffset(message.getCommitLogOffset() + 1);
        Reply nowhere = sendBack(message, 0, null);
        assertThat(nowhere.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(nowhere.remark()).contains("look message by offset failed");
    }
}
