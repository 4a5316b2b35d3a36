package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.CheckClientRequestBody;
import io.ferrymq.remoting.protocol.body.ConsumerConnection;
import io.ferrymq.remoting.protocol.body.GetConsumerListByGroupResponseBody;
import io.ferrymq.remoting.protocol.body.GetConsumerStatusBody;
import io.ferrymq.remoting.protocol.body.ProducerConnection;
import io.ferrymq.remoting.protocol.body.ProducerTableInfo;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.header.ConsumeMessageDirectlyRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerConnectionListRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerListByGroupRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerRunningInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerStatusRequestHeader;
import io.ferrymq.remoting.protocol.header.GetProducerConnectionListRequestHeader;
import io.ferrymq.remoting.protocol.header.GetTopicConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.HeartbeatResponseHeader;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import io.ferrymq.remoting.protocol.header.UnregisterClientRequestHeader;
import io.ferrymq.remoting.protocol.heartbeat.HeartbeatData;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Who comes, who goes, and what administrators see and ask of them, through real sockets. */
class MembershipTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private static Path store;

    private static TestBroker broker;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = TestBroker.start(store);
        broker.createTopic("T", 1);
        broker.createTopic("U", 1);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private static TestConsumer consumer(String group, String clientId) {
        return new TestConsumer(broker.broker().address(), group, clientId);
    }

    private static List<String> members(String group) throws Exception {
        Reply reply = broker.call(
                Request.of(RequestCode.GET_CONSUMER_LIST_BY_GROUP, new GetConsumerListByGroupRequestHeader(group)));
        return reply.isSuccess()
                ? Json.decode(reply.body(), GetConsumerListByGroupResponseBody.class)
                        .consumerIdList()
                : List.of();
    }

    private static ConsumerConnection connections(String group) throws Exception {
        Reply reply = broker.call(Request.of(
                RequestCode.GET_CONSUMER_CONNECTION_LIST, new GetConsumerConnectionListRequestHeader(group)));
        return Json.decode(reply.body(), ConsumerConnection.class);
    }

    @Test
    void shouldRegisterAndCreateWhatAGroupNeeds() throws Exception {
        try (TestConsumer consumer = consumer("G-new", "c1")) {
            Reply reply = consumer.join("T");
            assertThat(reply.code()).isZero();
            assertThat(reply.version()).isGreaterThanOrEqualTo(232);
            HeartbeatResponseHeader header = reply.header(HeartbeatResponseHeader.class);
            assertThat(header.supportsHeartbeatV2()).isTrue();
            assertThat(header.subscriptionChanged()).isTrue();
            assertThat(members("G-new")).containsExactly("c1");
            Reply retryTopic = broker.call(
                    Request.of(RequestCode.GET_TOPIC_CONFIG, new GetTopicConfigRequestHeader("%RETRY%G-new", null)));
            assertThat(retryTopic.code()).as("%s", retryTopic.remark()).isZero();
            assertThat(connections("G-new").subscriptionTable()).containsOnlyKeys("T");
            assertThat(connections("G-new").connectionSet()).singleElement().satisfies(connection -> {
                assertThat(connection.clientId()).isEqualTo("c1");
                assertThat(connection.clientAddr()).startsWith("127.0.0.1:");
            });
        }
    }

    @Test
    void shouldTellMembersOfRealChangesOnly() throws Exception {
        try (TestConsumer first = consumer("G-tell", "c1");
                TestConsumer second = consumer("G-tell", "c2")) {
            first.join("T");
            assertThat(first.told().poll(10, TimeUnit.SECONDS)).isEqualTo("changed G-tell");
            first.join("T");
            second.join("T");
            assertThat(first.told().poll(10, TimeUnit.SECONDS)).isEqualTo("changed G-tell");
            assertThat(second.told().poll(10, TimeUnit.SECONDS)).isEqualTo("changed G-tell");
            assertThat(members("G-tell")).containsExactlyInAnyOrder("c1", "c2");
            second.call(
                    Request.of(RequestCode.UNREGISTER_CLIENT, new UnregisterClientRequestHeader("c2", null, "G-tell")));
            assertThat(first.told().poll(10, TimeUnit.SECONDS)).isEqualTo("changed G-tell");
            assertThat(members("G-tell")).containsExactly("c1");
            assertThat(first.told()).isEmpty();
        }
    }

    @Test
    void shouldNotTellBroadcastReaders() throws Exception {
        try (TestConsumer first = consumer("G-broadcast", "c1");
                TestConsumer second = consumer("G-broadcast", "c2")) {
            for (TestConsumer consumer : List.of(first, second)) {
                consumer.heartbeat(HeartbeatData.of(
                        "c" + (consumer == first ? 1 : 2),
                        Set.of(),
                        Set.of(consumer.consumerData(MessageModel.BROADCASTING, TestConsumer.tags("T", "*")))));
            }
            assertThat(members("G-broadcast")).hasSize(2);
            assertThat(first.told()).isEmpty();
        }
    }

    @Test
    void shouldNoticeAClosedConnection() throws Exception {
        try (TestConsumer stays = consumer("G-close", "stays")) {
            TestConsumer leaves = consumer("G-close", "leaves");
            stays.join("T");
            leaves.join("T");
            assertThat(members("G-close")).hasSize(2);
            stays.told().clear();
            leaves.close();
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(members("G-close")).containsExactly("stays"));
            assertThat(stays.told().poll(10, TimeUnit.SECONDS)).isEqualTo("changed G-close");
        }
    }

    @Test
    @DisplayName("UP-075: a member that does not subscribe a topic yet does not take it from the others")
    void up075_shouldKeepWhatAnyMemberSubscribes() throws Exception {
        try (TestConsumer old = consumer("G-rolling", "old");
                TestConsumer young = consumer("G-rolling", "young")) {
            old.join("T");
            young.join("T", "U");
            old.join("T");
            assertThat(connections("G-rolling").subscriptionTable()).containsOnlyKeys("T", "U");
            assertThat(young.pull("U", 0, 0).code()).isEqualTo(ResponseCode.PULL_NOT_FOUND);
            assertThat(old.pull("T", 0, 0).code()).isIn(ResponseCode.SUCCESS, ResponseCode.PULL_NOT_FOUND);
            young.join("T");
            assertThat(connections("G-rolling").subscriptionTable()).containsOnlyKeys("T");
        }
    }

    @Test
    @DisplayName("UP-075: members of one group that subscribe different topics are named, with both lists, at the first"
            + " heartbeat")
    void up075_shouldWarnOfMembersWithDifferentTopics() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(ConsumerTable.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try (TestConsumer one = consumer("G-topics", "one");
                TestConsumer two = consumer("G-topics", "two")) {
            one.join("T", "%RETRY%G-topics");
            two.join("T");
            assertThat(warningsOf(log, "G-topics"))
                    .as("retry topics do not count")
                    .isEmpty();
            two.join("U");
            two.join("U");
            one.join("T", "%RETRY%G-topics");
            assertThat(warningsOf(log, "G-topics"))
                    .singleElement()
                    .asString()
                    .matches("group G-topics: members subscribe different topics, \\[T] \\(one at .+\\) and \\[U]"
                            + " \\(two at .+\\); queues are shared out among all members, so the share of one that"
                            + " does not subscribe their topic is not consumed");
        } finally {
            logger.detachAppender(log);
        }
    }

    @Test
    @DisplayName("UP-075: tags and SQL that differ are named; the same tags in another order do not differ")
    void up075_shouldCompareWhatExpressionsMean() throws Exception {
        try (TestConsumer one = consumer("G-wishes", "one");
                TestConsumer two = consumer("G-wishes", "two")) {
            one.subscribe(TestConsumer.tags("T", "A || B"));
            assertThat(findings(two.subscribe(TestConsumer.tags("T", "B || A"))))
                    .isNull();
            SubscriptionData sql = new SubscriptionData(false, "T", "a > 1", Set.of(), Set.of(), 2, "SQL92");
            assertThat(findings(two.subscribe(sql)))
                    .matches("group G-wishes: members subscribe topic T differently, 'A \\|\\| B' \\(one at .+\\) and"
                            + " SQL92 'a > 1' \\(two at .+\\); the newer one counts");
        }
    }

    @Test
    @DisplayName("UP-026: one client id on two connections is told to both clients, with both addresses")
    void up026_shouldTellBothOfTwinsOfEachOther() throws Exception {
        try (TestConsumer one = consumer("G-twins", "same");
                TestConsumer two = consumer("G-twins", "same")) {
            assertThat(findings(one.join("T"))).isNull();
            String twins = "group G-twins: client id same is used on two connections, 127.0.0.1:\\d+ and"
                    + " 127.0.0.1:\\d+; ids must be unique, give each process an instanceName of its own";
            assertThat(findings(two.join("T")))
                    .as("it may be one client that has lost its connection")
                    .isNull();
            assertThat(findings(one.join("T"))).matches(twins);
            assertThat(findings(two.join("T"))).matches(twins);
            assertThat(connections("G-twins").connectionSet()).hasSize(2);
        }
    }

    @Test
    @DisplayName(
            "Heartbeats that are handled after their client has left, or is gone, make no members that read nothing")
    void shouldKeepNoGhosts() throws Exception {
        try (TestConsumer stays = consumer("G-ghosts", "stays")) {
            stays.join("T");
            for (int round = 0; round < 30; round++) {
                TestConsumer leaves = consumer("G-ghosts", "leaves");
                HeartbeatData beat = HeartbeatData.of(
                        "leaves",
                        Set.of(),
                        Set.of(leaves.consumerData(MessageModel.CLUSTERING, TestConsumer.tags("T", "*"))));
                // On a connection that stands, requests go out in the order they are made.
                leaves.heartbeat(beat);
                for (int i = 0; i < 20; i++) {
                    leaves.callAsync(Request.of(RequestCode.HEART_BEAT, Json.encode(beat)));
                }
                if (round % 2 == 0) {
                    leaves.call(Request.of(
                            RequestCode.UNREGISTER_CLIENT,
                            new UnregisterClientRequestHeader("leaves", null, "G-ghosts")));
                    await().atMost(LONG)
                            .untilAsserted(() -> assertThat(members("G-ghosts")).containsExactly("stays"));
                }
                leaves.close();
            }
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(members("G-ghosts")).containsExactly("stays"));
        }
    }

    private static String findings(Reply heartbeat) {
        assertThat(heartbeat.code()).as("%s", heartbeat.remark()).isZero();
        return heartbeat.header(HeartbeatResponseHeader.class).ferrymqFindings();
    }

    private static List<String> warningsOf(ListAppender<ILoggingEvent> log, String group) {
        return log.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .filter(text -> text.contains(group))
                .toList();
    }

    @Test
    void shouldAskForSubscriptionsItDoesNotHave() throws Exception {
        try (TestConsumer consumer = consumer("G-fingerprint", "c1")) {
            HeartbeatData full = HeartbeatData.of(
                            "c1",
                            Set.of(),
                            Set.of(consumer.consumerData(MessageModel.CLUSTERING, TestConsumer.tags("T", "*"))))
                    .withFingerprint();
            assertThat(mustSend(consumer.heartbeat(full.withoutSubscriptions())))
                    .isTrue();
            assertThat(mustSend(consumer.heartbeat(full))).isFalse();
            assertThat(mustSend(consumer.heartbeat(full.withoutSubscriptions())))
                    .isFalse();
            assertThat(connections("G-fingerprint").subscriptionTable()).containsOnlyKeys("T");
        }
    }

    private static boolean mustSend(Reply reply) {
        return reply.header(HeartbeatResponseHeader.class).subscriptionChanged();
    }

    @Test
    void shouldListProducers() throws Exception {
        try (TestConsumer client = consumer("G-producers", "p1")) {
            client.join("T");
            Reply reply = broker.call(Request.of(
                    RequestCode.GET_PRODUCER_CONNECTION_LIST,
                    new GetProducerConnectionListRequestHeader("producers-of-p1")));
            assertThat(Json.decode(reply.body(), ProducerConnection.class).connectionSet())
                    .singleElement()
                    .satisfies(connection -> assertThat(connection.clientId()).isEqualTo("p1"));
            Reply all = broker.call(Request.of(RequestCode.GET_ALL_PRODUCER_INFO));
            assertThat(Json.decode(all.body(), ProducerTableInfo.class).data().get("producers-of-p1"))
                    .singleElement()
                    .satisfies(info -> assertThat(info.remoteIP()).startsWith("/127.0.0.1:"));
            Reply unknown = broker.call(Request.of(
                    RequestCode.GET_PRODUCER_CONNECTION_LIST, new GetProducerConnectionListRequestHeader("nobody")));
            assertThat(unknown.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        }
    }

    @Test
    void shouldSayThatNobodyIsOnline() throws Exception {
        assertThat(members("G-nobody")).isEmpty();
        Reply connections = broker.call(Request.of(
                RequestCode.GET_CONSUMER_CONNECTION_LIST, new GetConsumerConnectionListRequestHeader("G-nobody")));
        assertThat(connections.code()).isEqualTo(ResponseCode.CONSUMER_NOT_ONLINE);
        Reply info = broker.call(Request.of(
                RequestCode.GET_CONSUMER_RUNNING_INFO,
                new GetConsumerRunningInfoRequestHeader("G-nobody", "c1", false)));
        assertThat(info.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(info.remark()).contains("not online");
    }

    @Test
    void shouldRefuseAHeartbeatThatIsNone() throws Exception {
        Reply garbage = broker.call(Request.of(RequestCode.HEART_BEAT, new byte[] {'{', 1, 2}));
        assertThat(garbage.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        Reply nameless = broker.call(Request.of(RequestCode.HEART_BEAT, "{}".getBytes(StandardCharsets.UTF_8)));
        assertThat(nameless.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(nameless.remark()).contains("clientID");
        Reply blank = broker.call(
                Request.of(RequestCode.HEART_BEAT, "{\"clientID\":\" \"}".getBytes(StandardCharsets.UTF_8)));
        assertThat(blank.code()).isEqualTo(ResponseCode.INVALID_PARAMETER);
    }

    @Test
    void shouldCheckFilters() throws Exception {
        assertThat(checkFilter("TAG").code()).isZero();
        assertThat(checkFilter("SQL92").code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
    }

    private static Reply checkFilter(String type) throws Exception {
        return broker.call(Request.of(
                RequestCode.CHECK_CLIENT_CONFIG,
                Json.encode(new CheckClientRequestBody("c", "G", "", FilterAPI.build("T", "a", type, 1)))));
    }

    @Test
    void shouldRelayToAConsumer() throws Exception {
        try (TestConsumer consumer = consumer("G-relay", "c1")) {
            consumer.join("T");
            Reply info = broker.call(Request.of(
                    RequestCode.GET_CONSUMER_RUNNING_INFO,
                    new GetConsumerRunningInfoRequestHeader("G-relay", "c1", false)));
            assertThat(new String(info.body(), StandardCharsets.UTF_8)).isEqualTo("info of c1");
            Reply sent = broker.send("T", 0, Map.of(), "direct".getBytes(StandardCharsets.UTF_8));
            String msgId = sent.header(SendMessageResponseHeader.class).msgId();
            Reply consumed = consumeDirectly(msgId);
            assertThat(new String(consumed.body(), StandardCharsets.UTF_8)).isEqualTo("consumed direct by broker-a");
            assertThat(consumeDirectly("not an id").remark()).contains("not the id of a place");
            String elsewhere = msgId.substring(0, 16) + "00000000000FFFFF";
            assertThat(consumeDirectly(elsewhere).remark()).contains("no message begins at");
            Reply status = broker.call(Request.of(
                    RequestCode.INVOKE_BROKER_TO_GET_CONSUMER_STATUS,
                    new GetConsumerStatusRequestHeader("T", "G-relay", null)));
            assertThat(Json.decode(status.body(), GetConsumerStatusBody.class)
                            .consumerTable()
                            .get("c1"))
                    .containsValue(7L);
        }
    }

    private static Reply consumeDirectly(String msgId) throws Exception {
        return broker.call(Request.of(
                RequestCode.CONSUME_MESSAGE_DIRECTLY,
                new ConsumeMessageDirectlyRequestHeader("G-relay", "c1", msgId, "T", null, null, null)));
    }
}
