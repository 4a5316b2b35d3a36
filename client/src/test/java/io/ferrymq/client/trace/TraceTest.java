package io.ferrymq.client.trace;

import static io.ferrymq.client.testing.Producers.callback;
import static io.ferrymq.client.testing.Producers.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.client.AccessChannel;
import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.hook.ConsumeMessageContext;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.client.trace.hook.ConsumeMessageTraceHookImpl;
import io.ferrymq.client.trace.hook.DefaultRecallMessageTraceHook;
import io.ferrymq.common.compression.CompressionType;
import io.ferrymq.common.compression.CompressorFactory;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.RecallHandle;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.RemotingCommand;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TraceTest {
    private static final String TOPIC = "RMQ_SYS_TRACE_TOPIC";

    private final StubBroker broker = new StubBroker();
    private final StubNameServer names =
            new StubNameServer().route("T", 2, "a", broker.address()).route(TOPIC, 1, "a", broker.address());
    private DefaultMQProducer producer;

    @AfterEach
    void stop() {
        if (producer != null) {
            producer.shutdown();
        }
        names.close();
        broker.close();
    }

    private void start(Consumer<DefaultMQProducer> settings) throws Exception {
        producer = new DefaultMQProducer("group", true, null);
        producer.setNamesrvAddr(names.address());
        producer.setSendMsgTimeout(20_000);
        settings.accept(producer);
        producer.start();
    }

    private List<StubBroker.Received> traceMessages(String topic) throws Exception {
        producer.getTraceDispatcher().flush();
        return broker.received().stream()
                .filter(received -> received.header().topic().equals(topic))
                .toList();
    }

    private List<TraceContext> traces() throws Exception {
        List<TraceContext> traces = new ArrayList<>();
        for (StubBroker.Received received : traceMessages(TOPIC)) {
            traces.addAll(TraceDataEncoder.decoderFromTraceDataString(text(received)));
        }
        return traces;
    }

    private static String text(StubBroker.Received received) throws IOException {
        boolean compressed = (received.header().sysFlag() & MessageSysFlag.COMPRESSED_FLAG) != 0;
        byte[] body = compressed
                ? CompressorFactory.getCompressor(CompressionType.ZLIB).decompress(received.body())
                : received.body();
        return new String(body, StandardCharsets.UTF_8);
    }

    @Test
    void shouldTraceASendInOneRecordFoundByIdAndKeys() throws Exception {
        start(p -> {});
        Message message = message("T");
        message.setKeys(List.of("k1", "k2"));
        SendResult result = producer.send(message);

        List<StubBroker.Received> sent = traceMessages(TOPIC);
        assertThat(sent).hasSize(1);
        String text = new String(sent.get(0).body(), StandardCharsets.UTF_8);
        assertThat(text.replace('\u0001', '|').replace('\u0002', '$'))
                .matches("Pub\\|\\d{13}\\|DefaultRegion\\|group\\|T\\|" + result.getMsgId() + "\\|tag\\|k1 k2\\|"
                        + broker.address() + "\\|4\\|\\d+\\|0\\|" + result.getOffsetMsgId() + "\\|true\\$");
        String keys = PropertyBytes.scan(sent.get(0).header().properties()).get("KEYS");
        assertThat(keys.split(" ")).containsExactlyInAnyOrder(result.getMsgId(), "k1", "k2");
        assertThat(sent.get(0).header().producerGroup()).startsWith("_INNER_TRACE_PRODUCER-group-PRODUCE-");
    }

    @Test
    void shouldTraceAttemptsThatFailedToo() throws Exception {
        start(p -> p.setRetryTimesWhenSendFailed(1));
        broker.with((context, header) -> {
            if (header.topic().equals("T")) {
                context.respond(ResponseCode.SYSTEM_ERROR, "no");
            } else {
                broker.answer(context, header, ResponseCode.SUCCESS);
            }
        });
        Message message = message("T");
        assertThatThrownBy(() -> producer.send(message)).hasMessageContaining("Send [2] times");

        assertThat(traces()).hasSize(2).allSatisfy(trace -> {
            assertThat(trace.getTraceType()).isEqualTo(TraceType.Pub);
            assertThat(trace.isSuccess()).isFalse();
            assertThat(trace.getTraceBeans().get(0).getMsgId()).isEqualTo(message.getProperty("UNIQ_KEY"));
            assertThat(trace.getTraceBeans().get(0).getStoreHost()).isEqualTo(broker.address());
        });
    }

    @Test
    void shouldTraceEachMessageOfABatchUnderItsOwnId() throws Exception {
        start(p -> {});
        List<Message> batch = List.of(message("T"), message("T"), message("T"));
        SendResult result = producer.send(batch);
        assertThat(traces())
                .extracting(trace -> trace.getTraceBeans().get(0).getMsgId())
                .containsExactly(result.getMsgId().split(","));
    }

    @Test
    void shouldFindEachMessageOfALargeBatchById() throws Exception {
        start(p -> {});
        List<Message> batch = Stream.generate(() -> message("T")).limit(400).toList();
        String[] ids = producer.send(batch).getMsgId().split(",");
        List<String> keys = new ArrayList<>();
        for (StubBroker.Received received : traceMessages(TOPIC)) {
            List<String> told = Arrays.asList(MessageDecoder.string2messageProperties(
                            new String(received.header().properties(), StandardCharsets.UTF_8))
                    .get("KEYS")
                    .split(" "));
            assertThat(TraceDataEncoder.decoderFromTraceDataString(text(received)))
                    .extracting(trace -> trace.getTraceBeans().get(0).getMsgId())
                    .isSubsetOf(told);
            keys.addAll(told);
        }
        assertThat(keys).contains(ids);
        assertThat(traces()).hasSize(400);
    }

    @Test
    void shouldTraceAsynchronousSendsOnceAndOneWayOnesNot() throws Exception {
        start(p -> {});
        CompletableFuture<SendResult> end = new CompletableFuture<>();
        producer.send(message("T"), callback(end));
        String id = end.get(20, TimeUnit.SECONDS).getMsgId();
        producer.sendOneway(message("T"));
        assertThat(traces()).singleElement().satisfies(trace -> assertThat(
                        trace.getTraceBeans().get(0).getMsgId())
                .isEqualTo(id));
    }

    @Test
    void shouldNotTraceWhereTheBrokerHasSwitchedItOff() throws Exception {
        start(p -> {});
        broker.with((context, header) -> context.respond(Response.of(
                ResponseCode.SUCCESS,
                null,
                new SendMessageResponseHeader(
                        "7F00000100002A9F0000000000000000", header.queueId(), 0, null, null, null, null, false))));
        producer.send(message("T"));
        assertThat(traces()).isEmpty();
    }

    @Test
    void shouldPutSeveralTracesIntoOneMessageAndSendTheRestAtTheEnd() throws Exception {
        start(p -> p.setTraceMsgBatchNum(50));
        for (int i = 0; i < 45; i++) {
            producer.send(message("T"));
        }
        producer.shutdown();
        List<Integer> sizes = new ArrayList<>();
        for (StubBroker.Received received : broker.received()) {
            if (received.header().topic().equals(TOPIC)) {
                sizes.add(TraceDataEncoder.decoderFromTraceDataString(text(received))
                        .size());
            }
        }
        assertThat(sizes).containsExactlyInAnyOrder(20, 20, 5);
    }

    @Test
    void shouldKeepTraceMessagesSmallAndTheirKeysWithinTheLimitOfProperties() throws Exception {
        start(p -> p.setTraceMsgBatchNum(20));
        for (int i = 0; i < 20; i++) {
            Message message = message("T");
            message.setKeys("k" + i + "x".repeat(3_000));
            producer.send(message);
        }
        assertThat(traces()).hasSize(20);
        assertThat(traceMessages(TOPIC)).hasSizeGreaterThan(5).allSatisfy(received -> assertThat(
                        received.header().properties().length)
                .isLessThan(32_767));
    }

    @Test
    void shouldTakeTheTopicOfTheRegionInTheCloudAndACustomTopicElsewhere() throws Exception {
        names.route("rmq_sys_TRACE_DATA_DefaultRegion", 1, "a", broker.address())
                .route("Mine", 1, "a", broker.address());
        start(p -> p.setAccessChannel(AccessChannel.CLOUD));
        producer.send(message("T"));
        assertThat(traceMessages("rmq_sys_TRACE_DATA_DefaultRegion")).hasSize(1);
        producer.shutdown();

        producer = new DefaultMQProducer("group2", true, "Mine");
        producer.setNamesrvAddr(names.address());
        producer.setSendMsgTimeout(20_000);
        producer.start();
        producer.send(message("T"));
        assertThat(traceMessages("Mine")).hasSize(1);
    }

    @Test
    void shouldSendOnWhenTracesCannotBeSent() throws Exception {
        names.forget(TOPIC);
        start(p -> {});
        producer.send(message("T"));
        producer.getTraceDispatcher().flush();
        producer.send(message("T"));
        assertThat(broker.received()).hasSize(2);
    }

    private static TraceDispatcher into(List<TraceContext> appended) {
        return new TraceDispatcher() {
            @Override
            public void start(String nameSrvAddr, AccessChannel accessChannel) {}

            @Override
            public boolean append(Object ctx) {
                return appended.add((TraceContext) ctx);
            }

            @Override
            public void flush() {}

            @Override
            public void shutdown() {}
        };
    }

    @Test
    void shouldTraceWhatIsTakenBack() {
        List<TraceContext> appended = new ArrayList<>();
        System.setProperty("com.rocketmq.recall.default.trace.enable", "true");
        DefaultRecallMessageTraceHook hook = new DefaultRecallMessageTraceHook(into(appended));
        System.clearProperty("com.rocketmq.recall.default.trace.enable");
        String handle = new RecallHandle("T", "a", 1, "ID").encode();
        RemotingCommand request = RemotingCommand.request(
                RequestCode.RECALL_MESSAGE,
                Map.of("producerGroup", "group", "topic", "T", "recallHandle", handle),
                null);
        RemotingCommand answer = RemotingCommand.response(0, 475, null, Map.of("MSG_REGION", "R1"), null);
        hook.doAfterResponse("127.0.0.1:1", request, answer);
        new DefaultRecallMessageTraceHook(into(appended)).doAfterResponse("127.0.0.1:1", request, answer);
        assertThat(appended).singleElement().satisfies(trace -> assertThat(text(trace))
                .matches("Recall\\|\\d+\\|R1\\|group\\|T\\|ID\\|true\\$"));
    }

    @Test
    void shouldWriteARecordBeforeAndOneAfterAListenerForEachMessage() {
        List<TraceContext> appended = new ArrayList<>();
        ConsumeMessageTraceHookImpl hook = new ConsumeMessageTraceHookImpl(into(appended));
        MessageExt off = received("off");
        MessageAccessor.putProperty(off, "TRACE_ON", "false");
        ConsumeMessageContext context = new ConsumeMessageContext();
        context.setConsumerGroup("NS%group");
        context.setNamespace("NS");
        context.setMsgList(List.of(received("1"), off, received("2")));
        hook.consumeMessageBefore(context);
        context.setSuccess(false);
        context.setProps(Map.of("ConsumeContextType", "TIME_OUT"));
        hook.consumeMessageAfter(context);

        assertThat(appended).hasSize(2);
        assertThat(text(appended.get(0)))
                .matches("(SubBefore\\|\\d+\\|R1\\|group\\|[0-9A-F]{32}\\|[12]\\|3\\|key\\$){2}");
        assertThat(text(appended.get(1)))
                .matches("(SubAfter\\|[0-9A-F]{32}\\|[12]\\|\\d+\\|false\\|key\\|1\\|\\d+\\|group\\$){2}");
        assertThat(appended.get(0).getRequestId()).isEqualTo(appended.get(1).getRequestId());
    }

    private static MessageExt received(String id) {
        MessageExt message = new MessageExt();
        message.setTopic("NS%T");
        message.setMsgId(id);
        message.setKeys("key");
        message.setReconsumeTimes(3);
        MessageAccessor.putProperty(message, "MSG_REGION", "R1");
        return message;
    }

    private static String text(TraceContext context) {
        return TraceDataEncoder.encoderFromContextBean(context)
                .getTransData()
                .replace('\u0001', '|')
                .replace('\u0002', '$');
    }

    @Test
    void shouldReadShorterRecordsOfOlderClients() {
        TraceContext oldest = TraceDataEncoder.decoderFromTraceDataString(
                        "Pub\u00011\u0001R\u0001G\u0001T\u0001ID\u0001tag\u0001k\u0001h:1\u00014\u00012\u00010\u0001true\u0002")
                .get(0);
        assertThat(oldest.isSuccess()).isTrue();
        assertThat(oldest.getTraceBeans().get(0).getOffsetMsgId()).isEmpty();
        TraceContext after = TraceDataEncoder.decoderFromTraceDataString(
                        "SubAfter\u0001req\u0001ID\u00017\u0001true\u0002Odd\u00011\u0002")
                .get(0);
        assertThat(after.getCostTime()).isEqualTo(7);
        assertThat(after.isSuccess()).isTrue();
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldOfferTheConstructorsOfRocketMq() {
        assertThat(new DefaultMQPushConsumer("g", true, "t").getTraceTopic()).isEqualTo("t");
        assertThat(new DefaultMQPushConsumer("g", null, null, true, "t").isEnableTrace())
                .isTrue();
        assertThat(new DefaultMQPushConsumer("ns", "g", null, null, true, "t").getNamespace())
                .isEqualTo("ns");
        assertThat(new DefaultMQProducer("g", null, List.of("a"), true, "t").getTopics())
                .containsExactly("a");
        assertThat(new DefaultMQProducer("ns", "g", null, true, "t").getNamespace())
                .isEqualTo("ns");
        assertThat(new DefaultMQProducer("g", null, true, "t").isEnableTrace()).isTrue();
    }
}
