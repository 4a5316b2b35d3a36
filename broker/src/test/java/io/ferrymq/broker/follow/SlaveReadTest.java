package io.ferrymq.broker.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.TestBroker;
import io.ferrymq.broker.TestConsumer;
import io.ferrymq.common.TopicFilterType;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.GetRouteInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** What a slave answers to consumers, and when a master sends them there. The master counts all it has as no longer in memory. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SlaveReadTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int COUNT = 5;

    @TempDir
    private static Path dir;

    private static NameServer names;
    private static TestBroker master;
    private static TestBroker slave;
    private static TestConsumer atMaster;
    private static TestConsumer atSlave;

    @BeforeAll
    static void start() throws Exception {
        names = NameServer.start(NamesrvConfig.embedded(dir.resolve("names")));
        master = startMaster();
        slave = TestBroker.start(
                dir.resolve("slave"),
                "namesrvAddr",
                names.addressText(),
                "brokerRole",
                "SLAVE",
                "brokerId",
                "1",
                "slaveReadEnable",
                "true",
                "stateCopyIntervalMs",
                "50");
        master.createTopic("T", 1);
        for (int i = 0; i < COUNT; i++) {
            assertThat(master.send("T", 0, Map.of(), new byte[] {(byte) ('a' + i)})
                            .code())
                    .isZero();
        }
        atMaster = new TestConsumer(master.broker().address(), "G", "c");
        atMaster.join("T");
        atSlave = new TestConsumer(slave.broker().address(), "G", "c");
        atSlave.join("T");
        await().atMost(LONG)
                .until(() ->
                        maxOffsetAtSlave() == COUNT && atSlave.pull("T", 0, 0).isSuccess());
    }

    private static TestBroker startMaster() {
        return TestBroker.start(
                dir.resolve("master"),
                "namesrvAddr",
                names.addressText(),
                "slaveReadEnable",
                "true",
                "accessMessageInMemoryMaxRatio",
                "0");
    }

    @AfterAll
    static void stop() {
        atMaster.close();
        atSlave.close();
        slave.close();
        master.close();
        names.close();
    }

    private static long maxOffsetAtSlave() throws Exception {
        return slave.call(Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader("T", 0, null)))
                .header(OffsetResponseHeader.class)
                .offset();
    }

    private static void assertAnswer(Reply reply, int code, long next) {
        assertThat(reply.code()).as("%s", reply.remark()).isEqualTo(code);
        assertThat(TestConsumer.header(reply).nextBeginOffset()).isEqualTo(next);
        assertThat(TestConsumer.header(reply).suggestWhichBrokerId()).isZero();
    }

    @Test
    @Order(1)
    void shouldBeSentToTheGroupsSlaveWhenItLagsBehindMemory() throws Exception {
        assertThat(TestConsumer.header(atMaster.pull("T", 0, 0)).suggestWhichBrokerId())
                .isEqualTo(1);
        SubscriptionGroupConfig group = Json.decodeText(
                "{\"groupName\":\"G\",\"brokerId\":0,\"whichBrokerWhenConsumeSlowly\":2}",
                SubscriptionGroupConfig.class);
        master.call(Request.of(RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, Json.encode(group)));
        assertThat(TestConsumer.header(atMaster.pull("T", 0, 0)).suggestWhichBrokerId())
                .isEqualTo(2);
        setAtMaster("slaveReadEnable=false");
        assertThat(TestConsumer.header(atMaster.pull("T", 0, 0)).suggestWhichBrokerId())
                .isZero();
        setAtMaster("slaveReadEnable=true");
    }

    @Test
    @Order(1)
    @DisplayName(
            "brokerId says where a group reads that is near, whichBrokerWhenConsumeSlowly where it reads when it lags,"
                    + " at master and slave")
    void shouldSendAGroupWhereItsSettingsSay() throws Exception {
        SubscriptionGroupConfig group = Json.decodeText(
                "{\"groupName\":\"Reader\",\"brokerId\":1,\"whichBrokerWhenConsumeSlowly\":3}",
                SubscriptionGroupConfig.class);
        master.call(Request.of(RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, Json.encode(group)));
        try (TestConsumer reader = new TestConsumer(master.broker().address(), "Reader", "c3");
                TestConsumer there = new TestConsumer(slave.broker().address(), "Reader", "c3")) {
            reader.join("T");
            assertThat(suggested(reader, 0, 1)).as("lagging").isEqualTo(3);
            assertThat(suggested(reader, COUNT, 1)).as("at the end").isEqualTo(1);
            assertThat(suggested(atMaster, COUNT, 1)).as("another group").isZero();
            await().atMost(LONG)
                    .ignoreExceptions()
                    .until(() -> there.join("T").isSuccess() && suggested(there, COUNT - 1, 1) == 1);
            assertThat(suggested(there, 0, 32)).isEqualTo(1);
        }
    }

    /** Where a pull of so many messages says that the next one should go. */
    private static long suggested(TestConsumer consumer, long offset, int count) throws Exception {
        PullMessageRequestHeader plain = consumer.pullHeader("T", 0, offset, 0, 0);
        Reply reply = consumer.call(TestConsumer.pullRequest(new PullMessageRequestHeader(
                plain.consumerGroup(),
                "T",
                0,
                offset,
                count,
                plain.sysFlag(),
                0,
                0,
                null,
                plain.subVersion(),
                null,
                null,
                null,
                null,
                null)));
        return TestConsumer.header(reply).suggestWhichBrokerId();
    }

    private static void setAtMaster(String setting) throws Exception {
        assertThat(master.call(Request.of(RequestCode.UPDATE_BROKER_CONFIG, setting.getBytes(StandardCharsets.UTF_8)))
                        .code())
                .isZero();
    }

    @Test
    @Order(2)
    void shouldReadFromASlaveAndBeSentBackWhenNear() throws Exception {
        Reply found = atSlave.pull("T", 0, 2);
        assertAnswer(found, ResponseCode.SUCCESS, COUNT);
        assertThat(TestConsumer.bodies(found)).containsExactly("c", "d", "e");
        assertThat(found.body()).isEqualTo(atMaster.pull("T", 0, 2).body());
        assertAnswer(atSlave.pull("T", 0, COUNT), ResponseCode.PULL_RETRY_IMMEDIATELY, COUNT);
        Reply held = atSlave.waitingPull("T", 0, COUNT, 15_000).get(10, TimeUnit.SECONDS);
        assertAnswer(held, ResponseCode.PULL_RETRY_IMMEDIATELY, COUNT);
    }

    @Test
    @Order(3)
    @DisplayName("UP-066: a slave that has less moves nobody")
    void up066_shouldNotMoveAGroupByWhatASlaveLacks() throws Exception {
        assertAnswer(atSlave.pull("T", 0, 1_000), ResponseCode.PULL_RETRY_IMMEDIATELY, 1_000);
        assertThat(master.call(Request.of(
                                RequestCode.UPDATE_AND_CREATE_TOPIC,
                                new CreateTopicRequestHeader(
                                        "T-empty",
                                        "TBW102",
                                        1,
                                        1,
                                        6,
                                        TopicFilterType.SINGLE_TAG,
                                        0,
                                        false,
                                        null,
                                        null)))
                        .code())
                .isZero();
        try (TestConsumer other = new TestConsumer(slave.broker().address(), "G2", "c2")) {
            other.join("T-empty");
            await().atMost(LONG).until(() -> other.pull("T-empty", 0, 7).code() == ResponseCode.PULL_RETRY_IMMEDIATELY);
            assertAnswer(other.pull("T-empty", 0, 7), ResponseCode.PULL_RETRY_IMMEDIATELY, 7);
        }
    }

    @Test
    @Order(4)
    void shouldRefuseWhatOnlyItsMasterMayDo() throws Exception {
        Reply topic = slave.createTopic("T-at-slave", 1);
        assertThat(topic.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(topic.remark()).contains("slave").contains(master.broker().address());
        assertThat(slave.send("T", 0, Map.of(), new byte[] {1}).isSuccess()).isFalse();
        PullMessageRequestHeader commits =
                atSlave.pullHeader("T", 0, 3, PullSysFlag.buildSysFlag(true, false, false, false), 0);
        assertThat(atSlave.call(TestConsumer.pullRequest(new PullMessageRequestHeader(
                                commits.consumerGroup(),
                                "T",
                                0,
                                3,
                                32,
                                commits.sysFlag(),
                                3,
                                0,
                                null,
                                1,
                                null,
                                null,
                                null,
                                null,
                                null)))
                        .code())
                .isZero();
        assertThat(atSlave.position("T", 0).code()).isEqualTo(ResponseCode.QUERY_NOT_FOUND);
    }

    @Test
    @Order(5)
    void shouldServeNoPullsUnlessItMay() throws Exception {
        for (boolean may : new boolean[] {false, true}) {
            slave.call(Request.of(
                    RequestCode.UPDATE_BROKER_CONFIG, ("slaveReadEnable=" + may).getBytes(StandardCharsets.UTF_8)));
            Reply reply = atSlave.pull("T", 0, 0);
            assertThat(reply.code()).isEqualTo(may ? ResponseCode.SUCCESS : ResponseCode.SYSTEM_BUSY);
            if (!may) {
                assertThat(reply.remark())
                        .contains("slaveReadEnable")
                        .contains(master.broker().address());
            }
        }
    }

    @Test
    @Order(6)
    void shouldBeShownByTheNameserver() throws Exception {
        Map<Long, String> both =
                Map.of(0L, master.broker().address(), 1L, slave.broker().address());
        Reply cluster =
                master.client().call(names.addressText(), Request.of(RequestCode.GET_BROKER_CLUSTER_INFO), 10_000);
        assertThat(Json.decode(cluster.body(), ClusterInfo.class)
                        .brokerAddrTable()
                        .get("broker-a")
                        .brokerAddrs())
                .isEqualTo(both);
        assertThat(route().brokerDatas().get(0).brokerAddrs()).isEqualTo(both);
    }

    private static TopicRouteData route() throws Exception {
        Reply route = slave.client()
                .call(
                        names.addressText(),
                        Request.of(
                                RequestCode.GET_ROUTEINFO_BY_TOPIC,
                                new GetRouteInfoRequestHeader("T", true, null, null)),
                        10_000);
        return Json.decode(route.body(), TopicRouteData.class);
    }

    @Test
    @Order(7)
    void shouldHoldPullsWhileTheMasterIsAwayAndSendThemBackWhenItReturns() throws Exception {
        master.close();
        await().atMost(LONG).until(() -> atSlave.pull("T", 0, COUNT).code() == ResponseCode.PULL_NOT_FOUND);
        assertThat(route().brokerDatas().get(0).brokerAddrs()).containsOnlyKeys(1L);
        assertThat(TestConsumer.bodies(atSlave.pull("T", 0, 0))).hasSize(COUNT);
        assertThat(atSlave.commit("T", 0, 4).code()).isZero();
        CompletableFuture<Reply> held = atSlave.waitingPull("T", 0, COUNT, 60_000);
        await().atMost(LONG).until(() -> slave.waitingPulls() == 1);
        master = startMaster();
        assertAnswer(held.get(30, TimeUnit.SECONDS), ResponseCode.PULL_RETRY_IMMEDIATELY, COUNT);
        try (TestConsumer again = new TestConsumer(master.broker().address(), "G", "c")) {
            assertThat(again.position("T", 0).header(OffsetResponseHeader.class).offset())
                    .isEqualTo(4);
        }
    }
}
