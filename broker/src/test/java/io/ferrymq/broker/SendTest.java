package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageCodec;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SendTest {
    private static final byte[] BODY = "hello".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path store;

    private TestBroker broker;

    @BeforeEach
    void start() throws Exception {
        broker = TestBroker.start(store);
        assertThat(broker.createTopic("T", 2).isSuccess()).isTrue();
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    @Test
    void shouldStoreAndNameWhereAMessageIs() throws Exception {
        Reply first = broker.send("T", 1, Map.of("UNIQ_KEY", "U1", "TAGS", "a"), BODY);
        assertThat(first.code()).as(first.remark()).isZero();
        SendMessageResponseHeader header = first.header(SendMessageResponseHeader.class);
        assertThat(header.queueId()).isEqualTo(1);
        assertThat(header.queueOffset()).isZero();
        assertThat(header.transactionId()).isEqualTo("U1");
        assertThat(first.fields()).containsEntry("MSG_REGION", "DefaultRegion").containsEntry("TRACE_ON", "true");
        InetSocketAddress host = (InetSocketAddress)
                MessageDecoder.decodeMessageId(header.msgId()).getAddress();
        assertThat("127.0.0.1:" + host.getPort()).isEqualTo(broker.broker().address());

        Reply second = broker.send("T", 1, Map.of(), BODY);
        SendMessageResponseHeader next = second.header(SendMessageResponseHeader.class);
        assertThat(next.queueOffset()).isEqualTo(1);
        assertThat(next.transactionId())
                .as("a unique key is made when none came")
                .hasSize(32);
    }

    @Test
    void shouldServeTheLongFieldNamesToo() throws Exception {
        Reply reply = broker.call(new Request<>(
                RequestCode.SEND_MESSAGE, TestBroker.header("T", 0, Map.of()), SendMessageCodec.V1, BODY));
        assertThat(reply.code()).isZero();
    }

    @Test
    void shouldChooseAQueueWhenTheProducerDoesNot() throws Exception {
        SendMessageResponseHeader header = broker.send("T", -1, Map.of(), BODY).header(SendMessageResponseHeader.class);
        assertThat(header.queueId()).isBetween(0, 1);
    }

    @Test
    void shouldCreateAnUnknownTopicFromTheTemplate() throws Exception {
        assertThat(broker.send("New", 3, Map.of(), BODY).code()).isZero();
        Reply beyond = broker.send("New", 4, Map.of(), BODY);
        assertThat(beyond.code()).isEqualTo(ResponseCode.INVALID_PARAMETER);
        assertThat(beyond.remark()).contains("request queueId[4] is illegal", "4 write");
        assertThat(store.resolve("config/topics.json")).content().contains("\"New\"");
    }

    @Test
    void shouldRefuseNamesAndInternalTopicsWithOneCauseEach() throws Exception {
        assertThat(broker.send("a b", 0, Map.of(), BODY).code()).isEqualTo(ResponseCode.INVALID_PARAMETER);
        Reply schedule = broker.send("SCHEDULE_TOPIC_XXXX", 0, Map.of(), BODY);
        assertThat(schedule.code()).isEqualTo(ResponseCode.NO_PERMISSION);
        Reply noTemplate = broker.call(TestBroker.send(withTemplate("NoTemplate"), BODY));
        assertThat(noTemplate.code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
        assertThat(noTemplate.remark()).contains("topic[X1] not exist").contains("NoTemplate");
    }

    private static SendMessageRequestHeader withTemplate(String template) {
        SendMessageRequestHeader h = TestBroker.header("X1", 0, Map.of());
        return new SendMessageRequestHeader(
                h.producerGroup(), h.topic(), template, 4, 0, 0, 1L, 0, h.properties(), 0, false, null, false, null);
    }

    @Test
    @DisplayName("UP-053: a message over the limit is refused with its size, the limit and the key")
    void up053_shouldNameSizeLimitAndKey() throws Exception {
        Reply reply = broker.send("T", 0, Map.of(), new byte[(4 << 20) + 1]);
        assertThat(reply.code()).isEqualTo(ResponseCode.MESSAGE_ILLEGAL);
        assertThat(reply.remark()).contains("4194305", "4194304", "maxMessageSize");
    }

    @Test
    @DisplayName("UP-052: properties beyond the record's length field are refused and nothing is stored")
    void up052_shouldRefuseOversizedProperties() throws Exception {
        Reply reply = broker.send("T", 0, Map.of("k", "x".repeat(32_760)), BODY);
        assertThat(reply.code()).isEqualTo(ResponseCode.MESSAGE_ILLEGAL);
        assertThat(reply.remark()).contains("32767");
        assertThat(broker.send("T", 0, Map.of(), BODY)
                        .header(SendMessageResponseHeader.class)
                        .queueOffset())
                .isZero();
    }

    @Test
    @DisplayName("UP-053: so is a batch, as a whole")
    void up053_shouldNameSizeAndLimitOfABatch() throws Exception {
        SendMessageRequestHeader h = TestBroker.header("T", 0, Map.of());
        SendMessageRequestHeader batch = new SendMessageRequestHeader(
                h.producerGroup(), "T", h.defaultTopic(), 4, 0, 0, 1L, 0, h.properties(), 0, false, null, true, null);
        Message message = new Message("T", new byte[1 << 20]);
        byte[] one = MessageDecoder.encodeMessage(message);
        byte[] four = ByteBuffer.allocate(4 * one.length)
                .put(one)
                .put(one)
                .put(one)
                .put(one)
                .array();
        Reply tooLarge = broker.call(new Request<>(RequestCode.SEND_BATCH_MESSAGE, batch, SendMessageCodec.V2, four));
        assertThat(tooLarge.code()).isEqualTo(ResponseCode.MESSAGE_ILLEGAL);
        assertThat(tooLarge.remark()).contains(Integer.toString(four.length), "4194304", "maxMessageSize");
        Reply fits = broker.call(new Request<>(
                RequestCode.SEND_BATCH_MESSAGE, batch, SendMessageCodec.V2, Arrays.copyOf(four, 3 * one.length)));
        assertThat(fits.code()).as(fits.remark()).isZero();
    }

    @Test
    @DisplayName(
            "UP-194: a topic or broker without write permission refuses what stale routes bring, and stores nothing")
    void up194_shouldRefuseSendsWithoutWritePermission() throws Exception {
        assertThat(broker.send("T", 0, Map.of(), BODY).code()).isZero();
        assertThat(broker.createTopic("T", 2, 4).isSuccess()).isTrue();
        Reply readOnlyTopic = broker.send("T", 0, Map.of(), BODY);
        assertThat(readOnlyTopic.code()).isEqualTo(ResponseCode.NO_PERMISSION);
        assertThat(readOnlyTopic.remark()).contains("perm of topic T is 4");
        assertThat(broker.createTopic("T", 2, 6).isSuccess()).isTrue();
        assertThat(broker.send("T", 0, Map.of(), BODY)
                        .header(SendMessageResponseHeader.class)
                        .queueOffset())
                .isEqualTo(1);
        assertThat(broker.call(Request.of(
                                RequestCode.UPDATE_BROKER_CONFIG,
                                "brokerPermission=4".getBytes(StandardCharsets.UTF_8)))
                        .code())
                .isZero();
        Reply readOnlyBroker = broker.send("T", 0, Map.of(), BODY);
        assertThat(readOnlyBroker.code()).isEqualTo(ResponseCode.NO_PERMISSION);
        assertThat(readOnlyBroker.remark()).contains("brokerPermission is 4");
    }

    @Test
    void shouldRefuseTimersAndTransactions() throws Exception {
        Reply timer = broker.send("T", 0, Map.of("TIMER_DELAY_MS", "1000"), BODY);
        assertThat(timer.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        Reply prepared = broker.send("T", 0, Map.of("TRAN_MSG", "true"), BODY);
        assertThat(prepared.code()).isEqualTo(ResponseCode.NO_PERMISSION);
        assertThat(prepared.remark()).contains("sending transaction message is forbidden");
    }

    @Test
    void shouldAnswerADelayedSendWithTheQueueThatWasAskedFor() throws Exception {
        Reply reply = broker.send("T", 1, Map.of("DELAY", "99"), BODY);
        assertThat(reply.code()).isZero();
        assertThat(reply.header(SendMessageResponseHeader.class).queueId()).isEqualTo(1);
    }
}
