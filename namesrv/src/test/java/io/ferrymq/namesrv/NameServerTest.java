package io.ferrymq.namesrv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingServer;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.body.KVTable;
import io.ferrymq.remoting.protocol.body.RegisterBrokerBody;
import io.ferrymq.remoting.protocol.body.RegisterBrokerBodyCodec;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.body.TopicList;
import io.ferrymq.remoting.protocol.header.AddWritePermRequestHeader;
import io.ferrymq.remoting.protocol.header.AddWritePermResponseHeader;
import io.ferrymq.remoting.protocol.header.BrokerHeartbeatRequestHeader;
import io.ferrymq.remoting.protocol.header.DeleteTopicInNamesrvRequestHeader;
import io.ferrymq.remoting.protocol.header.GetBrokerMemberGroupRequestHeader;
import io.ferrymq.remoting.protocol.header.GetKVConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.GetTopicsByClusterRequestHeader;
import io.ferrymq.remoting.protocol.header.NotifyMinBrokerIdChangeRequestHeader;
import io.ferrymq.remoting.protocol.header.PutKVConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryDataVersionRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryDataVersionResponseHeader;
import io.ferrymq.remoting.protocol.header.RegisterBrokerRequestHeader;
import io.ferrymq.remoting.protocol.header.RegisterBrokerResponseHeader;
import io.ferrymq.remoting.protocol.header.RegisterTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.WipeWritePermRequestHeader;
import io.ferrymq.remoting.protocol.header.WipeWritePermResponseHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameServerTest {
    @TempDir
    Path directory;

    private NameServerFixture names;
    private RemotingClient master;
    private RemotingClient slave;
    private RemotingClient client;

    @BeforeEach
    void start() throws Exception {
        names = new NameServerFixture(directory, Map.of());
        master = names.peer();
        slave = names.peer();
        client = names.peer();
    }

    @AfterEach
    void stop() {
        master.close();
        slave.close();
        client.close();
        names.close();
    }

    @Test
    void shouldGiveTheRouteOfARegisteredTopic() throws Exception {
        assertThat(names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1").code())
                .isZero();
        Reply answer = names.register(slave, "C1", "a", 1, "10.0.0.3:10911", "T1");

        assertThat(answer.header(RegisterBrokerResponseHeader.class))
                .isEqualTo(new RegisterBrokerResponseHeader("10.0.0.2:10912", "10.0.0.2:10911"));
        assertThat(names.route(client, "T1").queueDatas()).containsExactly(new QueueData("a", 8, 8, 6, 0));
        assertThat(names.route(client, "T1").brokerDatas())
                .containsExactly(BrokerData.of("C1", "a", Map.of(0L, "10.0.0.2:10911", 1L, "10.0.0.3:10911")));
        assertThat(names.routeReply(client, "T2").code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
    }

    @Test
    void shouldAnswerOldClientsInTheirDialect() throws Exception {
        names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1");
        String standard = new String(names.routeReply(client, "T1").body(), StandardCharsets.UTF_8);
        assertThat(standard).contains("\"brokerAddrs\":{\"0\":\"10.0.0.2:10911\"}");
        try (Socket old = new Socket(
                names.server.address().getAddress(), names.server.address().getPort())) {
            // 4.9.3 has version 399.
            assertThat(RawFrames.ask(old, 105, 399, "\"topic\":\"T1\""))
                    .contains("\"brokerAddrs\":{0:\"10.0.0.2:10911\"}");
            assertThat(RawFrames.ask(old, 105, 401, "\"topic\":\"T1\"")).contains("{\"0\":");
            assertThat(RawFrames.ask(old, 105, 0, "\"topic\":\"T1\",\"acceptStandardJsonOnly\":\"true\""))
                    .contains("{\"0\":");
        }
    }

    @Test
    void shouldDropABrokerWhoseConnectionEnds() throws Exception {
        names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1");
        names.register(slave, "C1", "b", 0, "10.0.0.3:10911", "T1");
        master.close();
        await().untilAsserted(() -> assertThat(names.route(client, "T1").queueDatas())
                .extracting(QueueData::brokerName)
                .containsExactly("b"));
    }

    @Test
    @DisplayName("UP-021: a broker that comes back over a new connection outlives the end of the old one")
    void up021_shouldKeepABrokerThatReconnected() throws Exception {
        names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1");
        names.register(slave, "C1", "a", 0, "10.0.0.2:10911", "T1");
        names.register(master, "C1", "other", 0, "10.0.0.4:10911", "T2");
        master.close();
        await().until(() -> names.route(client, "T2") == null);
        assertThat(names.route(client, "T1")).isNotNull();
    }

    @Test
    void shouldTellTheBrokersOfAGroupThatItsLowestIdChanged() throws Exception {
        BlockingQueue<NotifyMinBrokerIdChangeRequestHeader> told = new LinkedBlockingQueue<>();
        HandlerTable brokers = HandlerTable.builder()
                .on(
                        RequestCode.NOTIFY_MIN_BROKER_ID_CHANGE,
                        NotifyMinBrokerIdChangeRequestHeader.class,
                        (context, header, body) -> told.add(header))
                .build();
        try (IoThreads threads = new IoThreads("broker", 1);
                RemotingServer broker =
                        new RemotingServer(threads, RemotingSettings.defaults(), () -> {}, connection -> {})) {
            String address = "127.0.0.1:"
                    + broker.listen(new InetSocketAddress("127.0.0.1", 0), brokers)
                            .getPort();
            update("notifyMinBrokerIdChanged=true");
            byte[] topics = NameServerFixture.body(new DataVersion(0, 1, 1), "T1");
            names.register(master, acting(0, "10.0.0.2:10911"), topics);
            names.register(slave, acting(1, address), topics);
            master.close();
            assertThat(told.poll(30, TimeUnit.SECONDS))
                    .isEqualTo(new NotifyMinBrokerIdChangeRequestHeader(1L, address, "10.0.0.2:10911", "ha", "a"));
        }
    }

    private static RegisterBrokerRequestHeader acting(long id, String address) {
        return new RegisterBrokerRequestHeader("C1", "a", address, id, "ha", 10_000L, true, null, null, null);
    }

    @Test
    void shouldDropASilentBrokerAndCloseItsConnection() throws Exception {
        names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1");
        RegisterBrokerRequestHeader quick = new RegisterBrokerRequestHeader(
                "C1", "b", "10.0.0.3:10911", 0, "10.0.0.3:10912", 10_000L, true, null, null, null);
        names.register(slave, quick, NameServerFixture.body(new DataVersion(0, 1, 1), "T2"));
        names.nowMs.addAndGet(10_001);
        await().until(() -> names.route(client, "T2") == null);
        await().until(() -> !slave.isConnected(names.server.addressText()));
        assertThat(names.route(client, "T1")).isNotNull();
    }

    @Test
    void shouldKeepABrokerThatOnlySendsHeartbeats() throws Exception {
        names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1");
        for (int i = 0; i < 3; i++) {
            names.nowMs.addAndGet(100_000);
            assertThat(names.call(
                                    master,
                                    Request.of(
                                            RequestCode.BROKER_HEARTBEAT,
                                            new BrokerHeartbeatRequestHeader(
                                                    "C1", "a", "10.0.0.2:10911", null, null, null, null, null, null)))
                            .code())
                    .isZero();
        }
        assertThat(names.route(client, "T1")).isNotNull();
    }

    @Test
    void shouldTellABrokerWhetherItMustRegister() throws Exception {
        Request<QueryDataVersionRequestHeader> query = Request.of(
                RequestCode.QUERY_DATA_VERSION, new QueryDataVersionRequestHeader("C1", "a", "10.0.0.2:10911", 0));
        DataVersion version = new DataVersion(0, 1, 1);
        query = query.withBody(Json.encode(version));
        Reply unknown = names.call(master, query);
        assertThat(unknown.header(QueryDataVersionResponseHeader.class).changed())
                .isTrue();
        assertThat(unknown.body()).isEmpty();
        names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1");
        assertThat(names.call(master, query)
                        .header(QueryDataVersionResponseHeader.class)
                        .changed())
                .as("once is not surely whole")
                .isTrue();
        names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1");
        Reply known = names.call(master, query);
        assertThat(known.header(QueryDataVersionResponseHeader.class).changed()).isFalse();
        assertThat(Json.decode(known.body(), DataVersion.class)).isEqualTo(version);
    }

    @Test
    @DisplayName("UP-215: compressed registrations are read, whatever the header says of them")
    void up215_shouldReadCompressedRegistrations() throws Exception {
        byte[] body = RegisterBrokerBodyCodec.encodeCompressed(new RegisterBrokerBody(
                TopicConfigSerializeWrapper.of(Map.of("T1", TopicConfig.of("T1", 4)), new DataVersion(0, 1, 1)),
                List.of()));
        RegisterBrokerRequestHeader header = new RegisterBrokerRequestHeader(
                "C1", "a", "10.0.0.2:10911", 0, "x", null, null, false, RegisterBrokerBodyCodec.crc32(body), null);
        assertThat(names.register(master, header, body).code()).isZero();
        assertThat(names.route(client, "T1").queueDatas()).containsExactly(new QueueData("a", 4, 4, 6, 0));
    }

    @Test
    void shouldRefuseADamagedBody() throws Exception {
        byte[] body = NameServerFixture.body(new DataVersion(0, 1, 1), "T1");
        RegisterBrokerRequestHeader header =
                new RegisterBrokerRequestHeader("C1", "a", "10.0.0.2:10911", 0, "x", null, null, null, 12345, null);
        Reply refused = names.register(master, header, body);
        assertThat(refused.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(refused.remark()).contains("crc32 not match", "12345");
        for (byte[] garbage : new byte[][] {{'{'}, {0x78, 1, 2}, {0}, "[[[[".getBytes(StandardCharsets.UTF_8)}) {
            Reply bad = names.register(master, NameServerFixture.header("C1", "a", 0, "10.0.0.2:10911"), garbage);
            assertThat(bad.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
            assertThat(bad.remark()).doesNotContain("java.lang");
        }
        assertThat(names.route(client, "T1")).isNull();
    }

    @Test
    @DisplayName("UP-022: the refused broker is told why")
    void up022_shouldTellTheSecondBrokerWhy() throws Exception {
        names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1");
        Reply refused = names.register(slave, "C2", "a", 0, "10.0.0.3:10911", "T1");
        assertThat(refused.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(refused.remark()).contains("'C1'", "10.0.0.2:10911");
        master.close();
        await().until(() ->
                names.register(slave, "C2", "a", 0, "10.0.0.3:10911", "T1").isSuccess());
    }

    @Test
    void shouldWipeAndGiveBackWritePermission() throws Exception {
        names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1", "T2");
        assertThat(names.call(
                                client,
                                Request.of(RequestCode.WIPE_WRITE_PERM_OF_BROKER, new WipeWritePermRequestHeader("a")))
                        .header(WipeWritePermResponseHeader.class)
                        .wipeTopicCount())
                .isEqualTo(2);
        assertThat(names.route(client, "T1").queueDatas().get(0).perm()).isEqualTo(4);
        assertThat(names.call(
                                client,
                                Request.of(RequestCode.ADD_WRITE_PERM_OF_BROKER, new AddWritePermRequestHeader("a")))
                        .header(AddWritePermResponseHeader.class)
                        .addTopicCount())
                .isEqualTo(2);
        assertThat(names.route(client, "T1").queueDatas().get(0).perm()).isEqualTo(6);
    }

    @Test
    void shouldListTopicsClustersAndMembers() throws Exception {
        names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1", "T2");
        names.register(slave, "C2", "b", 0, "10.0.0.3:10911", "T2", "T3");
        assertThat(topics(Request.of(RequestCode.GET_ALL_TOPIC_LIST_FROM_NAMESERVER)))
                .containsExactly("T1", "T2", "T3");
        assertThat(topics(Request.of(RequestCode.GET_TOPICS_BY_CLUSTER, new GetTopicsByClusterRequestHeader("C2"))))
                .containsExactly("T2", "T3");
        assertThat(topics(Request.of(RequestCode.GET_UNIT_TOPIC_LIST))).isEmpty();
        TopicList system = Json.decode(
                names.call(client, Request.of(RequestCode.GET_SYSTEM_TOPIC_LIST_FROM_NS))
                        .body(),
                TopicList.class);
        assertThat(system).isEqualTo(new TopicList("10.0.0.2:10911", List.of("C1", "C2", "a", "b")));
        ClusterInfo info = Json.decode(
                names.call(client, Request.of(RequestCode.GET_BROKER_CLUSTER_INFO))
                        .body(),
                ClusterInfo.class);
        assertThat(info.clusterAddrTable()).isEqualTo(Map.of("C1", Set.of("a"), "C2", Set.of("b")));
        assertThat(info.brokerAddrTable()).containsOnlyKeys("a", "b");
        byte[] group = names.call(
                        client,
                        Request.of(
                                RequestCode.GET_BROKER_MEMBER_GROUP, new GetBrokerMemberGroupRequestHeader("C1", "a")))
                .body();
        assertThat(new String(group, StandardCharsets.UTF_8))
                .isEqualTo("{\"brokerMemberGroup\":{\"brokerAddrs\":{\"0\":\"10.0.0.2:10911\"},"
                        + "\"brokerName\":\"a\",\"cluster\":\"C1\"}}");
    }

    private List<String> topics(Request<?> request) throws Exception {
        return Json.decode(names.call(client, request).body(), TopicList.class).topicList();
    }

    @Test
    void shouldDeleteAndAddSingleTopics() throws Exception {
        names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1");
        names.call(
                client,
                Request.of(RequestCode.DELETE_TOPIC_IN_NAMESRV, new DeleteTopicInNamesrvRequestHeader("T1", null)));
        assertThat(names.route(client, "T1")).isNull();
        TopicRouteData more = TopicRouteData.of(
                List.of(new QueueData("a", 2, 2, 6, 0), new QueueData("unknown", 2, 2, 6, 0)), List.of());
        names.call(
                master,
                Request.of(RequestCode.REGISTER_TOPIC_IN_NAMESRV, new RegisterTopicRequestHeader("T9"))
                        .withBody(Json.encode(more)));
        assertThat(names.route(client, "T9").queueDatas()).containsExactly(new QueueData("a", 2, 2, 6, 0));
    }

    @Test
    void shouldKeepOrderTopicsForBrokersAndRoutes() throws Exception {
        names.call(
                client,
                Request.of(RequestCode.PUT_KV_CONFIG, new PutKVConfigRequestHeader("ORDER_TOPIC_CONFIG", "T1", "a:4")));
        Reply registered = names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1");
        assertThat(Json.decode(registered.body(), KVTable.class).table()).isEqualTo(Map.of("T1", "a:4"));
        assertThat(names.route(client, "T1").orderTopicConf())
                .as("off by default")
                .isNull();
        update("orderMessageEnable=true");
        assertThat(names.route(client, "T1").orderTopicConf()).isEqualTo("a:4");
        GetKVConfigRequestHeader missing = new GetKVConfigRequestHeader("ORDER_TOPIC_CONFIG", "T2");
        assertThat(names.call(client, Request.of(RequestCode.GET_KV_CONFIG, missing))
                        .code())
                .isEqualTo(ResponseCode.QUERY_NOT_FOUND);
    }

    private Reply update(String properties) throws Exception {
        return names.call(
                client, Request.of(RequestCode.UPDATE_NAMESRV_CONFIG, properties.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldUpdateSettingsAndSayWhenTheyCount() throws Exception {
        Reply updated = update("enableTopicList=false\nlistenPort=9999\n");
        assertThat(updated.code()).isZero();
        assertThat(updated.remark()).contains("effective now: [enableTopicList]", "after a restart: [listenPort]");
        assertThat(names.call(client, Request.of(RequestCode.GET_UNIT_TOPIC_LIST))
                        .remark())
                .startsWith("disable");
        assertThat(directory.resolve("namesrv.properties")).content().contains("enableTopicList=false");
        assertThat(new String(
                        names.call(client, Request.of(RequestCode.GET_NAMESRV_CONFIG))
                                .body(),
                        StandardCharsets.UTF_8))
                .contains("enableTopicList=false");
    }

    @Test
    @DisplayName("UP-011: clients of another network are told another address")
    void up011_shouldShowTheAddressThatFitsTheClientsNetwork() throws Exception {
        names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1");
        update("routeAddressRules=203.0.113.0/24 10.0.0.2:10911=198.51.100.7:30911");
        assertThat(names.route(client, "T1").brokerDatas().get(0).masterAddr()).isEqualTo("10.0.0.2:10911");
        try (Socket outside = new Socket(
                names.server.address().getAddress(), names.server.address().getPort())) {
            outside.getOutputStream()
                    .write("PROXY TCP4 203.0.113.9 10.0.0.9 1111 9876\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(RawFrames.ask(outside, 105, 479, "\"topic\":\"T1\"")).contains("198.51.100.7:30911");
            assertThat(RawFrames.ask(outside, 106, 479, "")).contains("198.51.100.7:30911");
            assertThat(RawFrames.ask(outside, 318, 479, "")).as("from far away").contains("\"code\":16");
        }
        assertThat(update("routeAddressRules=nonsense").remark()).contains("routeAddressRules", "nonsense");
    }

    @Test
    @DisplayName("UP-181: paths cannot be changed at run time, unknown keys are named")
    void up181_shouldRefuseDangerousAndUnknownSettings() throws Exception {
        for (String key : List.of("kvConfigPath", "configStorePath", "configBlackList", "rocketmqHome")) {
            assertThat(update(key + "=/tmp/x").code()).as(key).isEqualTo(ResponseCode.NO_PERMISSION);
        }
        Reply unknown = update("enableTopicLst=false");
        assertThat(unknown.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(unknown.remark()).contains("enableTopicLst", "enableTopicList");
        assertThat(update("").code()).isZero();
    }

    @Test
    @DisplayName("UP-007: a port in use is named with its role and key")
    void up007_shouldNameThePortThatIsTaken() {
        String port = String.valueOf(names.server.address().getPort());
        assertThatThrownBy(
                        () -> NameServer.start(NamesrvConfig.embedded(directory).with(Map.of("listenPort", port))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nameserver port " + port)
                .hasMessageContaining("listenPort");
    }

    @Test
    void shouldWaitForBrokersAfterAStart() throws Exception {
        try (NameServerFixture waiting = new NameServerFixture(
                        directory, Map.of("needWaitForService", "true", "waitSecondsForService", "45"));
                RemotingClient asking = waiting.peer()) {
            Reply early = waiting.routeReply(asking, "T1");
            assertThat(early.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
            assertThat(early.remark()).contains("name server not ready", "waitSecondsForService");
            waiting.nowMs.addAndGet(45_000);
            assertThat(waiting.routeReply(asking, "T1").code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
        }
    }
}
