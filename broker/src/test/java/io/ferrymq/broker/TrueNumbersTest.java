package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.common.filter.ExpressionType;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.admin.ConsumeStats;
import io.ferrymq.remoting.protocol.admin.OffsetWrapper;
import io.ferrymq.remoting.protocol.admin.QueueLag;
import io.ferrymq.remoting.protocol.admin.TopicOffset;
import io.ferrymq.remoting.protocol.admin.TopicStatsTable;
import io.ferrymq.remoting.protocol.body.BrokerStatsData;
import io.ferrymq.remoting.protocol.body.ConsumeStatsList;
import io.ferrymq.remoting.protocol.body.KVTable;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.header.ConsumerSendMsgBackRequestHeader;
import io.ferrymq.remoting.protocol.header.DeleteSubscriptionGroupRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumeStatsInBrokerRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumeStatsRequestHeader;
import io.ferrymq.remoting.protocol.header.GetTopicStatsInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.ResetOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.ViewBrokerStatsDataRequestHeader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each number that a broker answers, against a load whose numbers are known. */
class TrueNumbersTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int SCAN_MAX = 500;

    @TempDir
    private static Path store;

    private static TestBroker broker;

    @BeforeAll
    static void start() {
        broker = TestBroker.start(
                store, "lagScanMessagesMax", Integer.toString(SCAN_MAX), "enablePropertyFilter", "true");
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static TestConsumer consumer(String group) {
        return new TestConsumer(broker.broker().address(), group, "client-of-" + group);
    }

    private static void send(String topic, int from, int count, String tag) throws Exception {
        send(topic, from, count, 2, tag == null ? Map.of() : Map.of("TAGS", tag));
    }

    /** In turn to the queues, without waiting for each; the last one is readable at the end. */
    private static void send(String topic, int from, int count, int queues, Map<String, String> properties)
            throws Exception {
        List<CompletableFuture<Reply>> sends = new ArrayList<>();
        for (int i = from; i < from + count - 1; i++) {
            sends.add(broker.client()
                    .callAsync(
                            broker.broker().address(),
                            TestBroker.send(TestBroker.header(topic, i % queues, properties), new byte[100]),
                            LONG.toMillis()));
        }
        for (CompletableFuture<Reply> sent : sends) {
            assertThat(sent.get().code()).isZero();
        }
        broker.send(topic, (from + count - 1) % queues, properties, new byte[100]);
    }

    private static ConsumeStats stats(String group, String topic) throws Exception {
        Reply reply = broker.call(
                Request.of(RequestCode.GET_CONSUME_STATS, new GetConsumeStatsRequestHeader(group, topic, null)));
        return Json.decode(reply.body(), ConsumeStats.class);
    }

    private static OffsetWrapper queue(String group, String topic, int queueId) throws Exception {
        return stats(group, topic).offsetTable().get(new MessageQueue(topic, "broker-a", queueId));
    }

    private static QueueLag lag(String group, String topic) throws Exception {
        return queue(group, topic, 0).ferrymq();
    }

    private static long counted(String name, String key) throws Exception {
        Reply reply = broker.call(
                Request.of(RequestCode.VIEW_BROKER_STATS_DATA, new ViewBrokerStatsDataRequestHeader(name, key)));
        assertThat(reply.code()).as("%s %s: %s", name, key, reply.remark()).isZero();
        return Json.decode(reply.body(), BrokerStatsData.class).statsDay().sum();
    }

    private static Map<String, String> runtime() throws Exception {
        return Json.decode(
                        broker.call(Request.of(RequestCode.GET_BROKER_RUNTIME_INFO))
                                .body(),
                        KVTable.class)
                .table();
    }

    private static void sendBack(TestConsumer consumer, String group, MessageExt message, int level) throws Exception {
        Reply reply = consumer.call(Request.of(
                RequestCode.CONSUMER_SEND_MSG_BACK,
                new ConsumerSendMsgBackRequestHeader(
                        message.getCommitLogOffset(), group, level, message.getMsgId(), "Load", false, null)));
        assertThat(reply.code()).as("%s", reply.remark()).isZero();
    }

    @Test
    @DisplayName(
            "1,234 sent, 200 consumed, 7 retried, 3 dead: every number says so; UP-072: the dead can be read at once")
    void up072_up204_shouldAnswerWhatHasHappened() throws Exception {
        broker.createTopic("Load", 2);
        long putBefore = Long.parseLong(runtime().get("msgPutTotalTodayNow"));
        long gotBefore = Long.parseLong(runtime().get("msgGetTotalTodayNow"));
        send("Load", 0, 1_234, null);
        try (TestConsumer consumer = consumer("Loaded")) {
            consumer.join("Load", "%RETRY%Loaded");
            List<MessageExt> messages = TestConsumer.messages(consumer.pull("Load", 0, 0));
            for (int offset = 32; offset < 200; offset += 32) {
                assertThat(consumer.pull("Load", 0, offset).code()).isZero();
            }
            consumer.commit("Load", 0, 200);
            for (int i = 0; i < 10; i++) {
                sendBack(consumer, "Loaded", messages.get(i), i < 7 ? 0 : -1);
            }

            OffsetWrapper first = queue("Loaded", "Load", 0);
            assertThat(first.brokerOffset()).isEqualTo(617);
            assertThat(first.consumerOffset()).isEqualTo(200);
            assertThat(first.pullOffset()).isEqualTo(224);
            assertThat(stats("Loaded", "Load").totalLag()).isEqualTo(1_034);
            assertThat(stats("Loaded", "Load").totalInflight()).isEqualTo(24);
            assertThat(first.ferrymq().lag()).isEqualTo(417);
            assertThat(first.lastTimestamp())
                    .isEqualTo(TestConsumer.messages(consumer.pull("Load", 0, 199))
                            .get(0)
                            .getStoreTimestamp());
            long gots = 7 * 32 + 32;

            assertThat(counted("TOPIC_PUT_NUMS", "Load")).isEqualTo(1_234);
            assertThat(counted("GROUP_GET_NUMS", "Load@Loaded")).isEqualTo(gots);
            assertThat(counted("SNDBCK_PUT_NUMS", "Load@Loaded")).isEqualTo(7);
            assertThat(counted("DLQ_PUT_NUMS", "Load@Loaded")).isEqualTo(3);
            assertThat(Long.parseLong(runtime().get("msgPutTotalTodayNow")) - putBefore)
                    .isEqualTo(1_234);
            assertThat(Long.parseLong(runtime().get("msgGetTotalTodayNow")) - gotBefore)
                    .isEqualTo(gots);
            assertTopicReaches("Load", 1_234);
            assertDeadLettersCanBeRead(consumer);

            assertThat(broker.call(Request.of(
                                    RequestCode.DELETE_SUBSCRIPTIONGROUP,
                                    new DeleteSubscriptionGroupRequestHeader("Loaded", true, null)))
                            .code())
                    .isZero();
        }
        assertThat(stats("Loaded", null).offsetTable())
                .as("UP-173: a group that is deleted has no lag")
                .isEmpty();
        assertThat(broker.call(Request.of(
                                RequestCode.VIEW_BROKER_STATS_DATA,
                                new ViewBrokerStatsDataRequestHeader("GROUP_GET_NUMS", "Load@Loaded")))
                        .remark())
                .contains("not exist");
    }

    private static void assertTopicReaches(String topic, long messages) throws Exception {
        Reply reply =
                broker.call(Request.of(RequestCode.GET_TOPIC_STATS_INFO, new GetTopicStatsInfoRequestHeader(topic)));
        TopicStatsTable table = Json.decode(reply.body(), TopicStatsTable.class);
        assertThat(table.offsetTable().values().stream()
                        .mapToLong(queue -> queue.maxOffset() - queue.minOffset())
                        .sum())
                .isEqualTo(messages);
        assertThat(table.offsetTable().values())
                .extracting(TopicOffset::lastUpdateTimestamp)
                .allMatch(time -> System.currentTimeMillis() - time < LONG.toMillis());
        ConsumeStatsList all = Json.decode(
                broker.call(Request.of(
                                RequestCode.GET_BROKER_CONSUME_STATS, new GetConsumeStatsInBrokerRequestHeader(false)))
                        .body(),
                ConsumeStatsList.class);
        assertThat(all.consumeStatsList().stream()
                        .filter(entry -> entry.containsKey("Loaded"))
                        .flatMap(entry -> entry.get("Loaded").stream())
                        .mapToLong(ConsumeStats::totalLag)
                        .sum())
                .isEqualTo(1_034);
    }

    private static void assertDeadLettersCanBeRead(TestConsumer consumer) throws Exception {
        consumer.join("Load", "%RETRY%Loaded", "%DLQ%Loaded");
        assertThat(await().atMost(LONG)
                        .until(
                                () -> consumer.pull("%DLQ%Loaded", 0, 0),
                                reply -> reply.isSuccess()
                                        && TestConsumer.messages(reply).size() == 3))
                .satisfies(reply -> assertThat(TestConsumer.messages(reply))
                        .allMatch(dead -> "Load".equals(dead.getProperty("DLQ_ORIGIN_TOPIC"))
                                && dead.getProperty("DLQ_ORIGIN_MESSAGE_ID") != null));
    }

    @Test
    @DisplayName("UP-078, UP-208: lag of a filtered group is the number and age of what it asks for")
    void up078_up208_shouldCountWhatAFilterLetsThrough() throws Exception {
        broker.createTopic("Tagged", 1);
        try (TestConsumer consumer = consumer("Picky")) {
            consumer.subscribe(TestConsumer.tags("Tagged", "rare"));
            consumer.commit("Tagged", 0, 0);
            sendTo("Tagged", "common", 300);
            assertThat(lag("Picky", "Tagged"))
                    .returns(0L, QueueLag::lag)
                    .returns(true, QueueLag::exact)
                    .returns(0L, QueueLag::oldestAgeMs);
            assertThat(queue("Picky", "Tagged", 0).lag())
                    .as("as RocketMQ counts")
                    .isEqualTo(300);

            long beforeMs = System.currentTimeMillis();
            sendTo("Tagged", "rare", 2);
            long afterMs = System.currentTimeMillis();
            sendTo("Tagged", "common", 50);
            assertThat(lag("Picky", "Tagged")).returns(2L, QueueLag::lag).returns(true, QueueLag::exact);
            assertThat(lag("Picky", "Tagged").oldestTimestamp()).isBetween(beforeMs, afterMs);
            assertThat(lag("Picky", "Tagged").oldestAgeMs())
                    .isBetween(0L, System.currentTimeMillis() - beforeMs + 1_000);
            consumer.commit("Tagged", 0, 301);
            assertThat(lag("Picky", "Tagged").lag()).isEqualTo(1);
            consumer.commit("Tagged", 0, 302);
            assertThat(lag("Picky", "Tagged").lag()).isZero();
        }
    }

    private static void sendTo(String topic, String tag, int count) throws Exception {
        send(topic, 0, count, 1, Map.of("TAGS", tag));
    }

    @Test
    @DisplayName("UP-078: so it is for a group that filters by SQL92")
    void up078_shouldCountWhatAnExpressionLetsThrough() throws Exception {
        broker.createTopic("Priced", 1);
        try (TestConsumer consumer = consumer("Rich")) {
            consumer.subscribe(FilterAPI.build("Priced", "price > 90", ExpressionType.SQL92, 1));
            consumer.commit("Priced", 0, 0);
            for (int i = 1; i <= 100; i++) {
                broker.call(TestBroker.send(
                        TestBroker.header("Priced", 0, Map.of("price", Integer.toString(i))), new byte[1]));
            }
            await().atMost(LONG).untilAsserted(() -> assertThat(lag("Rich", "Priced"))
                    .returns(10L, QueueLag::lag)
                    .returns(true, QueueLag::exact));
            consumer.commit("Priced", 0, 95);
            assertThat(lag("Rich", "Priced").lag()).isEqualTo(5);
            assertThat(lag("Rich", "Priced").oldestTimestamp())
                    .isEqualTo(TestConsumer.messages(consumer.pull("Priced", 0, 95))
                            .get(0)
                            .getStoreTimestamp());
        }
    }

    @Test
    @DisplayName("UP-078: beyond the bound of the search lag is an estimate and says so")
    void up078_shouldEstimateBeyondTheBound() throws Exception {
        broker.createTopic("Long", 1);
        try (TestConsumer consumer = consumer("Far")) {
            consumer.subscribe(TestConsumer.tags("Long", "odd"));
            consumer.commit("Long", 0, 0);
            for (int i = 0; i < 6; i++) {
                sendTo("Long", "even", 100);
                sendTo("Long", "odd", 100);
            }
            QueueLag lag = lag("Far", "Long");
            assertThat(lag.exact()).isFalse();
            assertThat(lag.lag()).as("600 in truth").isBetween(400L, 800L);
            assertThat(lag.oldestTimestamp()).isPositive();
        }
    }

    @Test
    @DisplayName("UP-204: a position beyond the end is a state of its own, and no lag is negative")
    void up204_shouldTellAPositionBeyondTheEnd() throws Exception {
        broker.createTopic("Short", 1);
        broker.send("Short", 0, Map.of(), new byte[1]);
        try (TestConsumer consumer = consumer("Ahead")) {
            consumer.join("Short");
            consumer.commit("Short", 0, 898_232);
            OffsetWrapper offsets = queue("Ahead", "Short", 0);
            assertThat(offsets.consumerOffset()).isEqualTo(1);
            assertThat(offsets.position()).isEqualTo(898_232);
            assertThat(offsets.isBeyondEnd()).isTrue();
            assertThat(offsets.lag()).isZero();
            assertThat(offsets.inflight()).isZero();
            assertThat(offsets.ferrymq().lag()).isZero();
        }
    }

    @Test
    @DisplayName("UP-197: whether readers have gone on from a reset, and which, is told")
    void up197_shouldTellWhoHasHeardOfAReset() throws Exception {
        broker.createTopic("Moved", 1);
        broker.send("Moved", 0, Map.of(), new byte[1]);
        try (TestConsumer consumer = consumer("Movers")) {
            consumer.join("Moved");
            consumer.commit("Moved", 0, 1);
            assertThat(lag("Movers", "Moved").reset()).isNull();
            broker.call(Request.of(
                    RequestCode.INVOKE_BROKER_TO_RESET_OFFSET,
                    new ResetOffsetRequestHeader("Moved", "Movers", 0, true, null, null)));
            assertThat(lag("Movers", "Moved").reset()).isEqualTo(QueueLag.WAITING);
            assertThat(consumer.pull("Moved", 0, 1).code()).isEqualTo(ResponseCode.PULL_OFFSET_MOVED);
            assertThat(lag("Movers", "Moved").reset()).isEqualTo(QueueLag.WAITING);
            consumer.pull("Moved", 0, 0);
            assertThat(lag("Movers", "Moved"))
                    .returns(QueueLag.HEARD, QueueLag::reset)
                    .returns("client-of-Movers", QueueLag::reader);
        }
    }

    private static void configure(String json) throws Exception {
        SubscriptionGroupConfig config = Json.decodeText(json, SubscriptionGroupConfig.class);
        assertThat(broker.call(Request.of(RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, Json.encode(config)))
                        .code())
                .isZero();
    }

    @Test
    @DisplayName("A group without a queue for retries loses nothing: what it cannot consume is a dead letter at once")
    void shouldKeepWhatAGroupWithoutRetriesSendsBack() throws Exception {
        configure("{\"groupName\":\"Unretried\",\"retryQueueNums\":0}");
        broker.createTopic("Load2", 1);
        broker.send("Load2", 0, Map.of(), new byte[] {5});
        try (TestConsumer consumer = consumer("Unretried")) {
            consumer.join("Load2", "%DLQ%Unretried");
            sendBack(
                    consumer,
                    "Unretried",
                    TestConsumer.messages(consumer.pull("Load2", 0, 0)).get(0),
                    0);
            await().atMost(LONG)
                    .until(() -> consumer.pull("%DLQ%Unretried", 0, 0).isSuccess());
        }
    }

    @Test
    @DisplayName("Retries go to queues that consumers read, however many the group is allowed since")
    void shouldUseTheQueuesThatTheRetryTopicHas() throws Exception {
        broker.createTopic("Load3", 1);
        broker.send("Load3", 0, Map.of(), new byte[] {5});
        try (TestConsumer consumer = consumer("Wider")) {
            consumer.join("Load3", "SCHEDULE_TOPIC_XXXX");
            configure("{\"groupName\":\"Wider\",\"retryQueueNums\":16,\"retryMaxTimes\":3}");
            MessageExt message =
                    TestConsumer.messages(consumer.pull("Load3", 0, 0)).get(0);
            for (int i = 0; i < 8; i++) {
                sendBack(consumer, "Wider", message, 5);
            }
            List<MessageExt> waiting = await().atMost(LONG)
                    .until(
                            () -> {
                                Reply reply = consumer.pull("SCHEDULE_TOPIC_XXXX", 4, 0);
                                return reply.isSuccess() ? TestConsumer.messages(reply) : List.<MessageExt>of();
                            },
                            found -> found.size() == 8);
            assertThat(waiting).allMatch(copy -> "0".equals(copy.getProperty("REAL_QID")));
        }
    }
}
