package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.callback;
import static io.ferrymq.client.testing.Producers.message;
import static io.ferrymq.client.testing.Producers.sendAsync;
import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.selector.SelectMessageQueueByHash;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.common.compression.CompressionType;
import io.ferrymq.common.compression.CompressorFactory;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.remoting.exception.RemotingTooMuchRequestException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SendTest {
    private final StubBroker a = new StubBroker();
    private final StubBroker b = new StubBroker();
    private final StubNameServer names = new StubNameServer().route("T", 4, "a", a.address(), "b", b.address());
    private DefaultMQProducer producer;

    @BeforeEach
    void start() throws Exception {
        producer = started(names.address());
    }

    @AfterEach
    void stop() {
        producer.shutdown();
        names.close();
        a.close();
        b.close();
    }

    private StubBroker.Received only() {
        List<StubBroker.Received> all = all();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private List<StubBroker.Received> all() {
        List<StubBroker.Received> all = new ArrayList<>(a.received());
        all.addAll(b.received());
        return all;
    }

    @Test
    void shouldTellWhereAMessageWasStored() throws Exception {
        Message message = message("T");
        message.setFlag(7);
        SendResult result = producer.send(message);

        assertThat(result.getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        assertThat(result.getMsgId()).hasSize(32).isEqualTo(message.getProperty("UNIQ_KEY"));
        assertThat(result.getOffsetMsgId()).isEqualTo("7F00000100002A9F0000000000000000");
        assertThat(result.getMessageQueue().getTopic()).isEqualTo("T");
        assertThat(result.getMessageQueue().getBrokerName()).isIn("a", "b");
        assertThat(result.getRegionId()).isEqualTo("DefaultRegion");
        assertThat(result.isTraceOn()).isTrue();
    }

    @Test
    void shouldSendAHeaderThatBrokersUnderstand() throws Exception {
        Message message = message("T");
        message.setFlag(7);
        message.putUserProperty("Größe", "ä");
        producer.send(message);

        StubBroker.Received received = only();
        SendMessageRequestHeader header = received.header();
        assertThat(received.code()).isEqualTo(RequestCode.SEND_MESSAGE_V2);
        assertThat(received.body()).asString().isEqualTo("body");
        assertThat(header.producerGroup()).isEqualTo("group");
        assertThat(header.topic()).isEqualTo("T");
        assertThat(header.defaultTopic()).isEqualTo("TBW102");
        assertThat(header.defaultTopicQueueNums()).isEqualTo(4);
        assertThat(header.flag()).isEqualTo(7);
        assertThat(header.sysFlag()).isZero();
        assertThat(header.isBatch()).isFalse();
        assertThat(header.bname()).isIn("a", "b");
        PropertyBytes properties = PropertyBytes.scan(header.properties());
        assertThat(properties.get(PropertyName.TAGS)).isEqualTo("tag");
        assertThat(properties.get(PropertyName.KEYS)).isEqualTo("key");
        assertThat(properties.get("Größe")).isEqualTo("ä");
        assertThat(properties.get(PropertyName.UNIQ_KEY)).isEqualTo(message.getProperty("UNIQ_KEY"));
    }

    @Test
    void shouldTakeTheQueuesInTurn() throws Exception {
        Set<MessageQueue> used = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            used.add(producer.send(message("T")).getMessageQueue());
        }
        assertThat(used).hasSize(8);
    }

    @Test
    void shouldCompressFromFourKilobytesOn() throws Exception {
        byte[] body = new byte[4096];
        Arrays.fill(body, (byte) 'x');
        Message message = new Message("T", body);
        producer.send(message);

        StubBroker.Received received = only();
        assertThat(received.header().sysFlag())
                .isEqualTo(MessageSysFlag.COMPRESSED_FLAG | MessageSysFlag.COMPRESSION_ZLIB_TYPE);
        assertThat(received.body()).hasSizeLessThan(100);
        assertThat(CompressorFactory.getCompressor(CompressionType.ZLIB).decompress(received.body()))
                .isEqualTo(body);
        assertThat(message.getBody()).isSameAs(body);
    }

    @Test
    void shouldSendAsItIsWhatCompressionWouldMakeLarger() throws Exception {
        byte[] body = new byte[100_000];
        new Random(1).nextBytes(body);
        producer.send(new Message("T", body));
        assertThat(only().body()).isEqualTo(body);
        producer.send(List.of(new Message("T", body), new Message("T", body)));

        assertThat(all()).hasSize(2).allSatisfy(received -> assertThat(
                        received.header().sysFlag() & MessageSysFlag.COMPRESSED_FLAG)
                .isZero());
    }

    @Test
    void shouldSendABatchAsOne() throws Exception {
        List<Message> messages = List.of(message("T"), message("T"), message("T"));
        SendResult result = producer.send(messages);

        StubBroker.Received received = only();
        assertThat(received.code()).isEqualTo(RequestCode.SEND_BATCH_MESSAGE);
        assertThat(received.header().isBatch()).isTrue();
        assertThat(MessageDecoder.decodeMessages(ByteBuffer.wrap(received.body())))
                .hasSize(3);
        assertThat(result.getMsgId().split(","))
                .containsExactly(messages.stream()
                        .map(message -> message.getProperty("UNIQ_KEY"))
                        .toArray(String[]::new));
    }

    @Test
    void up055_shouldCompressTheMessagesOfABatchEachOnItsOwn() throws Exception {
        String text = "a large text ".repeat(500);
        List<Message> messages = List.of(
                new Message("T", text.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                new Message("T", text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        SendResult result = producer.send(messages);

        StubBroker.Received received = only();
        assertThat(received.header().isBatch()).isTrue();
        assertThat(received.header().sysFlag())
                .isEqualTo(MessageSysFlag.COMPRESSED_FLAG | MessageSysFlag.COMPRESSION_ZLIB_TYPE);
        assertThat(received.body().length).isLessThan(1_000);
        assertThat(MessageDecoder.decodeMessages(ByteBuffer.wrap(received.body())))
                .hasSize(2)
                .allSatisfy(unit -> assertThat(CompressorFactory.getCompressor(CompressionType.ZLIB)
                                .decompress(unit.getBody()))
                        .asString()
                        .isEqualTo(text));
        assertThat(result.getMsgId().split(",")).hasSize(2);
        assertThat(messages.get(0).getBody()).asString().isEqualTo(text);
    }

    @Test
    void shouldNotCompressABatchOfMessagesThatAreSmallInTheMean() throws Exception {
        producer.send(List.of(new Message("T", new byte[5_000]), message("T"), message("T")));
        assertThat(only().header().sysFlag()).isZero();
    }

    @Test
    void up053_shouldNameSizeLimitAndRemedyOfABatchThatIsTooLarge() {
        producer.setMaxMessageSize(10_000);
        assertThatThrownBy(() ->
                        producer.send(List.of(new Message("T", new byte[6_000]), new Message("T", new byte[6_000]))))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("MAX: 10000")
                .hasMessageContaining("the whole batch has 121")
                .hasMessageContaining("maxMessageSize")
                .hasMessageContaining("BatchSplitter");
    }

    @Test
    void shouldRefuseABatchOfTwoTopics() {
        assertThatThrownBy(() -> producer.send(List.of(message("T"), message("U"))))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("MessageBatch")
                .hasMessageContaining("'T' and 'U'");
    }

    @Test
    void shouldSendToTheQueueGiven() throws Exception {
        MessageQueue queue = new MessageQueue("T", "b", 2);
        assertThat(producer.send(message("T"), queue).getMessageQueue()).isEqualTo(queue);
        assertThat(b.received().get(0).header().queueId()).isEqualTo(2);
        assertThatThrownBy(() -> producer.send(message("T"), new MessageQueue("U", "b", 2)))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("message's topic not equal mq's topic");
    }

    @Test
    void shouldLetASelectorChoose() throws Exception {
        MessageQueue first = producer.send(message("T"), new SelectMessageQueueByHash(), "order-1")
                .getMessageQueue();
        for (int i = 0; i < 5; i++) {
            assertThat(producer.send(message("T"), new SelectMessageQueueByHash(), "order-1")
                            .getMessageQueue())
                    .isEqualTo(first);
        }
        assertThatThrownBy(() -> producer.send(message("T"), (queues, message, arg) -> null, "x"))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("select message queue return null.");
        assertThatThrownBy(() -> producer.send(
                        message("T"),
                        (queues, message, arg) -> {
                            throw new IllegalStateException("no");
                        },
                        "x"))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("select message queue threw exception.");
    }

    @Test
    void shouldCallBack() throws Exception {
        SendResult result = sendAsync(producer, message("T"), 10_000).get(10, TimeUnit.SECONDS);
        assertThat(result.getSendStatus()).isEqualTo(SendStatus.SEND_OK);

        CompletableFuture<SendResult> selected = new CompletableFuture<>();
        producer.send(message("T"), (queues, message, arg) -> queues.get(5), "x", callback(selected));
        assertThat(selected.get(10, TimeUnit.SECONDS).getMessageQueue()).isEqualTo(new MessageQueue("T", "b", 1));

        CompletableFuture<SendResult> batch = new CompletableFuture<>();
        producer.send(List.of(message("T"), message("T")), new MessageQueue("T", "a", 3), callback(batch));
        assertThat(batch.get(10, TimeUnit.SECONDS).getMessageQueue()).isEqualTo(new MessageQueue("T", "a", 3));
    }

    @Test
    void shouldTellTheCallbackWhatCannotBeSent() throws Exception {
        assertThat(sendAsync(producer, new Message("T", new byte[0]), 10_000))
                .failsWithin(10, TimeUnit.SECONDS)
                .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                .withCauseInstanceOf(MQClientException.class)
                .withMessageContaining("body length is zero");
    }

    @Test
    void shouldNotSendAsyncWhatHasNoTime() throws Exception {
        for (long timeoutMs : new long[] {0, -5}) {
            assertThat(sendAsync(producer, message("T"), timeoutMs))
                    .failsWithin(10, TimeUnit.SECONDS)
                    .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                    .withCauseInstanceOf(RemotingTooMuchRequestException.class)
                    .withMessageContaining("whole " + timeoutMs + " ms");
        }
        assertThat(a.sends() + b.sends()).isZero();
    }

    @Test
    void shouldSendWithoutACallback() throws Exception {
        producer.send(message("T"), (SendCallback) null);
        producer.send(message("T"), new MessageQueue("T", "a", 0), null);
        producer.send(message("T"), (queues, message, arg) -> queues.get(0), null, (SendCallback) null);
        producer.setAutoBatch(true);
        producer.send(message("T"), (SendCallback) null);
        await().untilAsserted(() -> assertThat(a.sends() + b.sends()).isEqualTo(4));
    }

    @Test
    void shouldSendWithoutWaiting() throws Exception {
        producer.sendOneway(message("T"));
        producer.sendOneway(message("T"), new MessageQueue("T", "a", 0));
        producer.sendOneway(message("T"), (queues, message, arg) -> queues.get(0), null);
        await().untilAsserted(() -> assertThat(a.sends() + b.sends()).isEqualTo(3));
    }

    @Test
    void shouldKeepTheNamespaceToItself() throws Exception {
        names.route("ns%T", 1, "a", a.address());
        DefaultMQProducer spaced = started(names.address(), settings -> settings.setNamespace("ns"));
        try {
            Message message = message("T");
            SendResult result = spaced.send(message);
            assertThat(a.received().get(0).header().topic()).isEqualTo("ns%T");
            assertThat(a.received().get(0).header().producerGroup()).isEqualTo("ns%group");
            assertThat(result.getMessageQueue().getTopic()).isEqualTo("T");
            assertThat(message.getTopic()).isEqualTo("T");
            assertThat(spaced.fetchPublishMessageQueues("T")).containsExactly(new MessageQueue("T", "a", 0));
        } finally {
            spaced.shutdown();
        }
    }

    @Test
    void shouldSendToTheBrokersOfTheTemplateWhatDoesNotExistYet() throws Exception {
        names.route("TBW102", 8, "a", a.address());
        Set<MessageQueue> used = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            used.add(producer.send(message("New")).getMessageQueue());
        }
        assertThat(used).hasSize(4).allMatch(queue -> queue.getBrokerName().equals("a"));
    }
}
