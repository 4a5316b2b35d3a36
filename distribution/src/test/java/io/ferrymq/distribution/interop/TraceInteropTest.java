package io.ferrymq.distribution.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.AccessChannel;
import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.LocalTransactionState;
import io.ferrymq.client.trace.TraceBean;
import io.ferrymq.client.trace.TraceContext;
import io.ferrymq.client.trace.TraceDataEncoder;
import io.ferrymq.client.trace.TraceType;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageType;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.admin.Mqadmin;
import io.ferrymq.distribution.peer.PeerJars;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces: ours read by the published mqadmin and by ours, those of the published clients read by ours. */
class TraceInteropTest {
    private static final String TRACE_TOPIC = "RMQ_SYS_TRACE_TOPIC";

    @TempDir
    static Path folder;

    private static LocalCluster servers;

    @BeforeAll
    static void start() throws Exception {
        servers = LocalCluster.start(folder, LocalCluster.BROKER);
        // Brokers refuse to create this topic on command, and create it for a message.
        servers.producer().send(new Message(TRACE_TOPIC, "none".getBytes(StandardCharsets.UTF_8)));
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    private static String ours(String... line) {
        StringWriter printed = new StringWriter();
        PrintWriter writer = new PrintWriter(printed, true);
        Mqadmin.run(writer, writer, line);
        return printed.toString();
    }

    private static String oursOf(String id) {
        return ours("queryMsgTraceById", "-n", servers.nameServerAddress(), "-i", id);
    }

    private static String sendAndConsumeTraced(String topic, String group) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer(group, true, null);
        producer.setNamesrvAddr(servers.nameServerAddress());
        producer.start();
        String id;
        try {
            id = producer.send(new Message(topic, "tag", "key", "body".getBytes(StandardCharsets.UTF_8)))
                    .getMsgId();
        } finally {
            producer.shutdown();
        }
        CountDownLatch seen = new CountDownLatch(1);
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group, true, null);
        consumer.setNamesrvAddr(servers.nameServerAddress());
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            seen.countDown();
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        try {
            assertThat(seen.await(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            consumer.shutdown();
        }
        return id;
    }

    @Test
    void shouldWriteTracesThatOursAndThePublishedMqadminRead() throws Exception {
        servers.createTopic("OurTraced", 1);
        String id = sendAndConsumeTraced("OurTraced", "our-traced");
        await("the trace is indexed").atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(oursOf(id))
                .containsPattern("Pub +our-traced +\\S+ +.*success")
                .containsPattern("Sub +our-traced +\\S+ +.*success"));
        try (Peer peer = Peer.client("5.5.0", "JSON")) {
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(peer.mqadmin(
                            folder,
                            "queryMsgTraceById",
                            "-n",
                            servers.nameServerAddress(),
                            "-i",
                            id,
                            "-t",
                            TRACE_TOPIC))
                    .containsPattern("Pub +our-traced +\\S+ +.*success")
                    .containsPattern("Sub +our-traced +\\S+ +.*success"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.9.8", "5.5.0"})
    void shouldReadTracesOfThePublishedClients(String version) throws Exception {
        String name = version.replace('.', '_');
        servers.createTopic("Traced" + name, 1);
        try (Peer peer = Peer.client(version, "JSON")) {
            String id = peer.run("traced", servers.nameServerAddress(), "Traced" + name, "traced" + name)
                    .get(0);
            await("the trace is indexed").atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(oursOf(id))
                    .containsPattern("Pub +traced" + name + " +\\S+ +.*success")
                    .containsPattern("Sub +traced" + name + " +\\S+ +.*success"));
        }
    }

    @Test
    void shouldWriteTheBytesThatThePublishedClientWritesAndReadThem() throws Exception {
        try (URLClassLoader loader = PeerJars.client("5.5.0")) {
            PeerEncoder peer = new PeerEncoder(loader);
            for (AccessChannel channel : AccessChannel.values()) {
                for (TraceType type : TraceType.values()) {
                    TraceContext context = context(type, channel);
                    String text =
                            TraceDataEncoder.encoderFromContextBean(context).getTransData();
                    assertThat(text).as("%s %s", channel, type).isEqualTo(peer.encode(context));
                    assertThat(TraceDataEncoder.decoderFromTraceDataString(text + text))
                            .hasSize(2)
                            .allSatisfy(read -> {
                                read.setAccessChannel(channel);
                                assertThat(TraceDataEncoder.encoderFromContextBean(read)
                                                .getTransData())
                                        .isEqualTo(text);
                            });
                    assertThat(peer.decode(text)).as("%s %s", channel, type).isEqualTo(1);
                }
            }
        }
    }

    private static TraceContext context(TraceType type, AccessChannel channel) {
        TraceBean bean = new TraceBean();
        bean.setTopic("Topic");
        bean.setMsgId("MSGID");
        bean.setOffsetMsgId("OFFSETID");
        bean.setTags("tag");
        bean.setKeys("k1 k2");
        bean.setStoreHost("127.0.0.1:10911");
        bean.setBodyLength(9);
        bean.setRetryTimes(2);
        bean.setMsgType(MessageType.Delay_Msg);
        bean.setTransactionId("TID");
        bean.setTransactionState(LocalTransactionState.COMMIT_MESSAGE);
        bean.setFromTransactionCheck(true);
        TraceContext context = new TraceContext();
        context.setTraceType(type);
        context.setTimeStamp(1_111L);
        context.setRegionId("region");
        context.setGroupName("group");
        context.setRequestId("REQUEST");
        context.setCostTime(7);
        context.setContextCode(4);
        context.setSuccess(true);
        context.setAccessChannel(channel);
        context.setTraceBeans(List.of(bean));
        return context;
    }
}
