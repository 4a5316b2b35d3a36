package io.ferrymq.distribution.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.LanguageCode;
import io.ferrymq.remoting.protocol.admin.ConsumeStats;
import io.ferrymq.remoting.protocol.admin.OffsetWrapper;
import io.ferrymq.remoting.protocol.admin.TopicOffset;
import io.ferrymq.remoting.protocol.admin.TopicStatsTable;
import io.ferrymq.remoting.protocol.body.BrokerStatsData;
import io.ferrymq.remoting.protocol.body.BrokerStatsItem;
import io.ferrymq.remoting.protocol.body.CMResult;
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.body.Connection;
import io.ferrymq.remoting.protocol.body.ConsumeMessageDirectlyResult;
import io.ferrymq.remoting.protocol.body.ConsumeQueueData;
import io.ferrymq.remoting.protocol.body.ConsumeStatus;
import io.ferrymq.remoting.protocol.body.ConsumerConnection;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import io.ferrymq.remoting.protocol.body.ConsumerRunningInfo;
import io.ferrymq.remoting.protocol.body.GetConsumerStatusBody;
import io.ferrymq.remoting.protocol.body.GroupList;
import io.ferrymq.remoting.protocol.body.KVTable;
import io.ferrymq.remoting.protocol.body.LockBatchRequestBody;
import io.ferrymq.remoting.protocol.body.LockBatchResponseBody;
import io.ferrymq.remoting.protocol.body.ProcessQueueInfo;
import io.ferrymq.remoting.protocol.body.ProducerConnection;
import io.ferrymq.remoting.protocol.body.ProducerInfo;
import io.ferrymq.remoting.protocol.body.ProducerTableInfo;
import io.ferrymq.remoting.protocol.body.QueryConsumeQueueResponseBody;
import io.ferrymq.remoting.protocol.body.QueryConsumeTimeSpanBody;
import io.ferrymq.remoting.protocol.body.QueryCorrectionOffsetBody;
import io.ferrymq.remoting.protocol.body.QueueTimeSpan;
import io.ferrymq.remoting.protocol.body.RegisterBrokerBody;
import io.ferrymq.remoting.protocol.body.RegisterBrokerBodyCodec;
import io.ferrymq.remoting.protocol.body.ResetOffsetBody;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.body.TopicList;
import io.ferrymq.remoting.protocol.body.UnlockBatchRequestBody;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.heartbeat.ConsumeType;
import io.ferrymq.remoting.protocol.heartbeat.ConsumerData;
import io.ferrymq.remoting.protocol.heartbeat.HeartbeatData;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import io.ferrymq.remoting.protocol.heartbeat.ProducerData;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Published clients of both generations read what we write, and we read what they make of it. */
class PeerBodiesTest {
    private static final MessageQueue QUEUE = new MessageQueue("%RETRY%CG", "broker-a", 3);
    private static final SubscriptionData TAGS = FilterAPI.buildSubscriptionData("T1", "TagA || TagB", 1700000000000L);
    private static final SubscriptionData ALL = FilterAPI.buildSubscriptionData("%RETRY%CG", "*", 1700000000000L);
    private static final Connection CONNECTION =
            new Connection("10.0.0.9@1234", "10.0.0.9:51022", LanguageCode.GO, 479);
    private static final BrokerData BROKER =
            BrokerData.of("C1", "broker-a", Map.of(0L, "10.0.0.2:10911", 1L, "10.0.0.3:10911"));

    static Stream<Object> bodies() {
        return Stream.of(
                HeartbeatData.of(
                        "10.0.0.9@1234#99",
                        Set.of(new ProducerData("PG")),
                        Set.of(new ConsumerData(
                                "CG",
                                ConsumeType.CONSUME_PASSIVELY,
                                MessageModel.CLUSTERING,
                                ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET,
                                Set.of(TAGS, ALL),
                                false))),
                new TopicRouteData(
                        "broker-a:8", List.of(new QueueData("broker-a", 8, 4, 6, 1)), List.of(BROKER), Map.of()),
                new ClusterInfo(Map.of("broker-a", BROKER), Map.of("C1", Set.of("broker-a"))),
                TopicList.of(List.of("%RETRY%CG")),
                new KVTable(Map.of("k", "v")),
                new ConsumeStats(1.5, Map.of(QUEUE, new OffsetWrapper(10, 8, 0, 1700000000000L))),
                new TopicStatsTable(0, Map.of(QUEUE, new TopicOffset(1, 2, 1700000000000L))),
                new ResetOffsetBody(Map.of(QUEUE, 120L, new MessageQueue("T1", "broker-a", 0), Long.MAX_VALUE)),
                GetConsumerStatusBody.ofGroup(Map.of("10.0.0.9@1", Map.of(QUEUE, 5L))),
                GetConsumerStatusBody.ofClient(Map.of(QUEUE, 5L)),
                new LockBatchRequestBody("CG", "10.0.0.9@1", false, Set.of(QUEUE)),
                new LockBatchResponseBody(Set.of(QUEUE)),
                new UnlockBatchRequestBody("CG", "10.0.0.9@1", false, Set.of(QUEUE)),
                new ConsumerConnection(
                        Set.of(CONNECTION),
                        Map.of("T1", TAGS),
                        ConsumeType.CONSUME_ACTIVELY,
                        MessageModel.BROADCASTING,
                        ConsumeFromWhere.CONSUME_FROM_TIMESTAMP),
                new ProducerConnection(Set.of(CONNECTION)),
                new ProducerTableInfo(Map.of(
                        "PG",
                        List.of(new ProducerInfo("id", "/10.0.0.9:51022", LanguageCode.JAVA, 479, 1700000000000L)))),
                new ConsumerRunningInfo(
                        Map.of(ConsumerRunningInfo.PROP_CONSUME_TYPE, "CONSUME_PASSIVELY"),
                        Set.of(TAGS),
                        Map.of(QUEUE, new ProcessQueueInfo(1, 2, 3, 4, 5, 6, 7, 8, true, 9, 10, true, 11, 12)),
                        Map.of(),
                        Map.of("T1", new ConsumeStatus(0.5, 1, 2, 3, 4, 5)),
                        Map.of(),
                        "stack"),
                new ConsumeMessageDirectlyResult(false, true, CMResult.CR_LATER, "why", 3),
                new GroupList(Set.of("CG")),
                new QueryConsumeTimeSpanBody(List.of(new QueueTimeSpan(QUEUE, 1, 2, 3, 4))),
                new QueryCorrectionOffsetBody(Map.of(0, 12L, 1, Long.MAX_VALUE)),
                new QueryConsumeQueueResponseBody(
                        TAGS, "filter", List.of(new ConsumeQueueData(1, 2, 3, null, null, true, "msg")), 10, 0),
                new BrokerStatsData(
                        new BrokerStatsItem(1, 0.5, 2), new BrokerStatsItem(3, 4, 5), new BrokerStatsItem(6, 7, 8)),
                new ConsumerOffsetSerializeWrapper(
                        Map.of("T1@CG", Map.of(0, 5L, 1, 7L)), DataVersion.initial(0), null));
    }

    static Stream<Arguments> bodiesAndVersions() {
        return Stream.of("4.9.8", "5.5.0").flatMap(version -> bodies().map(body -> Arguments.of(version, body)));
    }

    @ParameterizedTest
    @MethodSource("bodiesAndVersions")
    void shouldComeBackFromThePeerAsItWas(String version, Object body) throws Exception {
        try (URLClassLoader peer = PeerJars.client(version)) {
            Class<?> codec = peer.loadClass("org.apache.rocketmq.remoting.protocol.RemotingSerializable");
            Method decode = codec.getMethod("decode", byte[].class, Class.class);
            Method encode = codec.getMethod("encode", Object.class);
            Object theirs = decode.invoke(null, Json.encode(body), counterpart(peer, body.getClass()));
            byte[] back = (byte[]) encode.invoke(null, theirs);
            assertThat((Object) Json.decode(back, body.getClass()))
                    .as(() -> new String(back, UTF_8))
                    .isEqualTo(body);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.9.8", "5.5.0"})
    void shouldReadRoutesOfTheOldDialect(String version) throws Exception {
        TopicRouteData route = TopicRouteData.of(List.of(), List.of(BROKER));
        try (URLClassLoader peer = PeerJars.client(version)) {
            Object theirs = peer.loadClass("org.apache.rocketmq.remoting.protocol.RemotingSerializable")
                    .getMethod("decode", byte[].class, Class.class)
                    .invoke(null, Json.encodeLegacy(route), counterpart(peer, TopicRouteData.class));
            assertThat(theirs.toString()).contains("0=10.0.0.2:10911", "1=10.0.0.3:10911");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.9.8", "5.5.0"})
    void shouldExchangeRegistrationsInBothForms(String version) throws Exception {
        RegisterBrokerBody body = new RegisterBrokerBody(
                TopicConfigSerializeWrapper.of(
                        Map.of("T1", new TopicConfig("T1", 8, 4, 6), "T2", new TopicConfig("T2", 1, 1, 2)),
                        new DataVersion(0, 1700000000000L, 3)),
                List.of());
        try (URLClassLoader peer = PeerJars.client(version)) {
            Class<?> type = counterpart(peer, RegisterBrokerBody.class);
            Object theirs = peer.loadClass("org.apache.rocketmq.remoting.protocol.RemotingSerializable")
                    .getMethod("decode", byte[].class, Class.class)
                    .invoke(null, Json.encode(body), type);
            for (boolean compress : new boolean[] {false, true}) {
                byte[] back = (byte[]) type.getMethod("encode", boolean.class).invoke(theirs, compress);
                assertThat(RegisterBrokerBodyCodec.decode(back, 479)).isEqualTo(body);
            }
        }
    }

    private static Class<?> counterpart(ClassLoader peer, Class<?> ours) throws ClassNotFoundException {
        String[] packages = {
            "remoting.protocol.body", "remoting.protocol.heartbeat", "remoting.protocol.route",
                    "remoting.protocol.admin",
            "common.protocol.body", "common.protocol.heartbeat", "common.protocol.route", "common.admin"
        };
        for (String name : packages) {
            String path = "org/apache/rocketmq/" + name.replace('.', '/') + "/" + ours.getSimpleName();
            if (peer.getResource(path + ".class") != null) {
                return peer.loadClass(path.replace('/', '.'));
            }
        }
        throw new ClassNotFoundException(ours.getSimpleName());
    }
}
