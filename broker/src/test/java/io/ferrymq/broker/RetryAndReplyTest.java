package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.GetTopicConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.SendMessageCodec;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetryAndReplyTest {
    private static final byte[] BODY = "x".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path store;

    private TestBroker broker;

    @BeforeEach
    void start() {
        broker = TestBroker.start(store);
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    private Reply retry(String group, int reconsumeTimes, Integer max) throws Exception {
        return broker.call(TestBroker.send(
                new SendMessageRequestHeader(
                        "p",
                        "%RETRY%" + group,
                        "TBW102",
                        4,
                        0,
                        0,
                        1L,
                        0,
                        PropertyBytes.encode(Map.of("DELAY", "3")),
                        reconsumeTimes,
                        false,
                        max,
                        false,
                        null),
                BODY));
    }

    private boolean exists(String topic) throws Exception {
        Reply reply =
                broker.call(Request.of(RequestCode.GET_TOPIC_CONFIG, new GetTopicConfigRequestHeader(topic, null)));
        return reply.isSuccess()
                && Json.decode(reply.body(), TopicConfig.class).topicName().equals(topic);
    }

    @Test
    void shouldSendWhatWasTriedOftenEnoughToTheDeadLetters() throws Exception {
        assertThat(retry("G", 16, null).code()).isZero();
        assertThat(exists("%RETRY%G")).isTrue();
        assertThat(exists("%DLQ%G")).isFalse();
        assertThat(retry("G", 3, 2).code()).isZero();
        assertThat(exists("%DLQ%G")).isTrue();
    }

    @Test
    void shouldStoreABatchWithOneIdForEachMessage() throws Exception {
        broker.createTopic("B", 1);
        Reply reply = batch("B", 3);
        assertThat(reply.code()).as(reply.remark()).isZero();
        SendMessageResponseHeader header = reply.header(SendMessageResponseHeader.class);
        assertThat(header.msgId().split(",")).hasSize(3).doesNotHaveDuplicates();
        assertThat(header.queueOffset()).isZero();
        assertThat(batch("B", 2).header(SendMessageResponseHeader.class).queueOffset())
                .isEqualTo(3);
    }

    private Reply batch(String topic, int count) throws Exception {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(new Message(topic, "tag", BODY));
        }
        SendMessageRequestHeader header =
                new SendMessageRequestHeader("p", topic, "TBW102", 4, 0, 0, 1L, 0, null, 0, false, null, true, null);
        return broker.call(new Request<>(
                RequestCode.SEND_BATCH_MESSAGE, header, SendMessageCodec.V2, MessageDecoder.encodeMessages(messages)));
    }

    @Test
    void shouldRefuseBatchesOfRetries() throws Exception {
        Reply reply = batch("%RETRY%G", 2);
        assertThat(reply.code()).isEqualTo(ResponseCode.MESSAGE_ILLEGAL);
        assertThat(reply.remark()).contains("retry topic");
    }

    @Test
    void shouldStoreAReplyWhoseRequesterIsGoneAndSaySo() throws Exception {
        SendMessageRequestHeader header =
                TestBroker.header("DefaultCluster_REPLY_TOPIC", 0, Map.of("REPLY_TO_CLIENT", "nobody"));
        Reply reply = broker.call(new Request<>(RequestCode.SEND_REPLY_MESSAGE_V2, header, SendMessageCodec.V2, BODY));
        assertThat(reply.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(reply.remark()).isEqualTo("push reply message fail, channel of <nobody> not found.");
        assertThat(reply.header(SendMessageResponseHeader.class).msgId()).hasSize(32);
    }
}
