package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.admin.ConsumeStats;
import io.ferrymq.remoting.protocol.admin.TopicStatsTable;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import io.ferrymq.remoting.protocol.body.GroupList;
import io.ferrymq.remoting.protocol.body.LockBatchRequestBody;
import io.ferrymq.remoting.protocol.body.LockBatchResponseBody;
import io.ferrymq.remoting.protocol.body.QueryConsumeQueueResponseBody;
import io.ferrymq.remoting.protocol.body.QueryConsumeTimeSpanBody;
import io.ferrymq.remoting.protocol.body.QueryCorrectionOffsetBody;
import io.ferrymq.remoting.protocol.body.ResetOffsetBody;
import io.ferrymq.remoting.protocol.body.UnlockBatchRequestBody;
import io.ferrymq.remoting.protocol.header.BoundaryType;
import io.ferrymq.remoting.protocol.header.CloneGroupOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.DeleteTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumeStatsRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMinOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.GetTopicStatsInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumeQueueRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumeTimeSpanRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryCorrectionOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryTopicConsumeByWhoRequestHeader;
import io.ferrymq.remoting.protocol.header.QueueHold;
import io.ferrymq.remoting.protocol.header.ResetOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.SearchOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Positions of groups, through real sockets. */
class PositionsTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path store;

    private TestBroker broker;
    private TestConsumer consumer;

    @BeforeEach
    void start() throws Exception {
        startBroker();
        broker.createTopic("T", 1);
        for (int i = 0; i < 10; i++) {
            assertThat(broker.send("T", 0, Map.of(), new byte[] {1}).code()).isZero();
        }
    }

    private void startBroker(String... settings) throws Exception {
        broker = TestBroker.start(store, settings);
        consumer = new TestConsumer(broker.broker().address(), "G", "c1");
        consumer.join("T");
    }

    @AfterEach
    void stop() {
        consumer.close();
        broker.close();
    }

    private static long offset(Reply reply) {
        assertThat(reply.code()).as("%s", reply.remark()).isZero();
        return reply.header(OffsetResponseHeader.class).offset();
    }

    private Reply reset(long timestamp, Integer queueId, Long offset) throws Exception {
        return broker.call(Request.of(
                RequestCode.INVOKE_BROKER_TO_RESET_OFFSET,
                new ResetOffsetRequestHeader("T", "G", timestamp, true, queueId, offset)));
    }

    @Test
    void shouldStartAYoungTopicAtZeroUnlessAskedNotTo() throws Exception {
        assertThat(consumer.position("T", 0).code()).isEqualTo(ResponseCode.QUERY_NOT_FOUND);
        assertThat(offset(broker.call(Request.of(
                        RequestCode.QUERY_CONSUMER_OFFSET, new QueryConsumerOffsetRequestHeader("G", "T", 0, null)))))
                .isZero();
    }

    @Test
    void shouldKeepCommitsAcrossARestart() throws Exception {
        assertThat(consumer.commit("T", 0, 7).code()).isZero();
        assertThat(offset(consumer.position("T", 0))).isEqualTo(7);
        stop();
        assertThat(Files.readString(store.resolve("config/consumerOffset.json")))
                .contains("\"T@G\"");
        startBroker();
        assertThat(offset(consumer.position("T", 0))).isEqualTo(7);
        assertThat(consumer.commit("T", 0, 3).code()).isZero();
        assertThat(offset(consumer.position("T", 0))).isEqualTo(3);
    }

    private Reply pullFrom(TestConsumer member, int moreFlags, long offset, long position) throws Exception {
        int flags = PullSysFlag.FLAG_COMMIT_OFFSET | PullSysFlag.FLAG_SUSPEND | moreFlags;
        return member.call(TestConsumer.pullRequest(new PullMessageRequestHeader(
                "G", "T", 0, offset, 32, flags, position, 20_000, null, 1, null, null, null, null, null)));
    }

    @Test
    @DisplayName("A reader whose queue another member has taken further is told at once, if it wants to hear of that")
    void shouldTellWhoHasLostItsQueue() throws Exception {
        try (TestConsumer owner = new TestConsumer(broker.broker().address(), "G", "c2")) {
            owner.join("T");
            int forward = PullSysFlag.FLAG_FORWARD;
            assertThat(TestConsumer.header(pullFrom(consumer, forward, 5, 4)).ferrymqPosition())
                    .isNull();
            pullFrom(owner, forward, 5, 7);

            Reply late = pullFrom(consumer, forward, 10, 5);
            assertThat(TestConsumer.header(late).ferrymqPosition()).isEqualTo(7);
            assertThat(TestConsumer.header(pullFrom(consumer, 0, 5, 5)).ferrymqPosition())
                    .isNull();
            assertThat(offset(owner.position("T", 0))).isEqualTo(7);
        }
    }

    @Test
    void shouldTellWhoHasAQueue() throws Exception {
        try (TestConsumer next = new TestConsumer(broker.broker().address(), "G", "c2")) {
            next.join("T");
            OffsetResponseHeader taken = hold(consumer, QueueHold.TAKE);
            assertThat(taken.offset()).as("the group stands nowhere").isEqualTo(-1);
            assertThat(taken.ferrymqHolder()).isEqualTo(QueueHold.YOURS);
            assertThat(hold(next, QueueHold.ASK).ferrymqHolder()).isEqualTo(QueueHold.ANOTHERS);

            consumer.commit("T", 0, 3);
            hold(consumer, QueueHold.LEAVE);
            OffsetResponseHeader left = hold(next, QueueHold.ASK);
            assertThat(left.ferrymqHolder()).isEqualTo(QueueHold.YOURS);
            assertThat(left.offset()).isEqualTo(3);
        }
        try (TestConsumer stranger = new TestConsumer(broker.broker().address(), "G", "c3")) {
            assertThat(hold(stranger, QueueHold.TAKE).ferrymqHolder()).isNull();
        }
    }

    private static OffsetResponseHeader hold(TestConsumer member, int wanted) throws Exception {
        Reply reply = member.call(Request.of(
                RequestCode.QUERY_CONSUMER_OFFSET, new QueryConsumerOffsetRequestHeader("G", "T", 0, false, wanted)));
        assertThat(reply.code()).isZero();
        return reply.header(OffsetResponseHeader.class);
    }

    @Test
    @DisplayName("What an earlier owner of a queue tells late does not take the group back")
    void shouldNotGoBackByALateWord() throws Exception {
        try (TestConsumer owner = new TestConsumer(broker.broker().address(), "G", "c2")) {
            owner.join("T");
            consumer.commit("T", 0, 4);
            owner.commit("T", 0, 7);

            assertThat(consumer.commit("T", 0, 5).remark()).contains("another member has this queue now");
            consumer.pull("T", 0, 5);
            assertThat(offset(consumer.position("T", 0))).isEqualTo(7);

            assertThat(owner.commit("T", 0, 6).remark())
                    .as("the owner may go back")
                    .isNull();
            assertThat(offset(consumer.position("T", 0))).isEqualTo(6);
            broker.call(Request.of(
                    RequestCode.UPDATE_CONSUMER_OFFSET, new UpdateConsumerOffsetRequestHeader("G", "T", 0, 3L)));
            assertThat(offset(consumer.position("T", 0)))
                    .as("a tool is no member, and means it")
                    .isEqualTo(3);
        }
        await().atMost(LONG).untilAsserted(() -> {
            consumer.commit("T", 0, 2);
            assertThat(offset(consumer.position("T", 0)))
                    .as("who is gone keeps nothing")
                    .isEqualTo(2);
        });
        broker.call(Request.of(
                RequestCode.UPDATE_CONSUMER_OFFSET, new UpdateConsumerOffsetRequestHeader("G", "T", 0, 1L, true)));
        assertThat(offset(consumer.position("T", 0)))
                .as("who says that it goes forward never goes back")
                .isEqualTo(2);
    }

    @Test
    void shouldWriteCommitsAtIntervals() throws Exception {
        stop();
        startBroker("flushConsumerOffsetInterval", "50");
        consumer.commit("T", 0, 9);
        await().atMost(LONG)
                .until(() -> Files.exists(store.resolve("config/consumerOffset.json"))
                        && Files.readString(store.resolve("config/consumerOffset.json"))
                                .contains("9"));
    }

    @Test
    void shouldRefuseCommitsThatMakeNoSense() throws Exception {
        assertThat(consumer.commit("T-unknown", 0, 1).code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
        assertThat(consumer.commit("T", -1, 1).code()).isEqualTo(ResponseCode.INVALID_PARAMETER);
        assertThat(consumer.commit("T", 70_000, 1).code()).isEqualTo(ResponseCode.INVALID_PARAMETER);
        try (TestConsumer stranger = new TestConsumer(broker.broker().address(), "G-unknown", "s")) {
            assertThat(stranger.commit("T", 0, 1).code()).isEqualTo(ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST);
        }
    }

    @Test
    void shouldTellTheEndsOfAQueue() throws Exception {
        assertThat(offset(broker.call(
                        Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader("T", 0, null)))))
                .isEqualTo(10);
        assertThat(offset(broker.call(Request.of(RequestCode.GET_MIN_OFFSET, new GetMinOffsetRequestHeader("T", 0)))))
                .isZero();
        assertThat(offset(broker.call(Request.of(
                        RequestCode.SEARCH_OFFSET_BY_TIMESTAMP,
                        new SearchOffsetRequestHeader("T", 0, Long.MAX_VALUE, null)))))
                .isEqualTo(10);
        assertThat(offset(broker.call(Request.of(
                        RequestCode.SEARCH_OFFSET_BY_TIMESTAMP,
                        new SearchOffsetRequestHeader("T", 0, 1, BoundaryType.LOWER)))))
                .isZero();
        assertThat(offset(broker.call(
                        Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader("T-unknown", 0, null)))))
                .isZero();
    }

    @Test
    void shouldResetAndTellTheNextPull() throws Exception {
        consumer.commit("T", 0, 10);
        CompletableFuture<Reply> waiting = consumer.waitingPull("T", 0, 10, 15_000);
        await().atMost(LONG).until(() -> broker.waitingPulls() == 1);
        Reply reset = reset(0, 0, 4L);
        assertThat(Json.decode(reset.body(), ResetOffsetBody.class).offsetTable())
                .containsEntry(new MessageQueue("T", "broker-a", 0), 4L);
        Reply moved = waiting.get(10, TimeUnit.SECONDS);
        assertThat(moved.code()).isEqualTo(ResponseCode.PULL_OFFSET_MOVED);
        assertThat(moved.remark()).isEqualTo("OFFSET_RESET");
        assertThat(TestConsumer.header(moved).nextBeginOffset()).isEqualTo(4);
        assertThat(offset(consumer.position("T", 0))).isEqualTo(4);
        assertThat(TestConsumer.bodies(consumer.pull("T", 0, 4))).hasSize(6);
    }

    @Test
    @DisplayName(
            "UP-197: commits do not count until the group has heard of its reset, also when the broker was restarted"
                    + " between")
    void up197_shouldIgnoreCommitsUntilTheGroupHasHeardOfItsReset() throws Exception {
        reset(0, 0, 4L);
        assertThat(Files.readString(store.resolve("config/consumerOffset.json")).replaceAll("\\s", ""))
                .as("when the answer is there")
                .contains("\"offsetTable\":{\"T@G\":{\"0\":4}}")
                .contains("\"resets\":{\"T@G\":{\"0\":4}}");
        stop();
        startBroker();
        Reply ignored = consumer.commit("T", 0, 10);
        assertThat(ignored.code()).isZero();
        assertThat(ignored.remark()).contains("reset");
        assertThat(offset(consumer.position("T", 0))).isEqualTo(4);
        assertThat(consumer.pull("T", 0, 10).code()).isEqualTo(ResponseCode.PULL_OFFSET_MOVED);
        consumer.commit("T", 0, 10);
        assertThat(offset(consumer.position("T", 0)))
                .as("committed before it went on")
                .isEqualTo(4);
        assertThat(TestConsumer.bodies(consumer.pull("T", 0, 4))).hasSize(6);
        consumer.commit("T", 0, 6);
        assertThat(offset(consumer.position("T", 0))).isEqualTo(6);
    }

    @Test
    void shouldResetByTimeToTheEndAndWithinBoundsOnly() throws Exception {
        reset(-1, null, null);
        assertThat(offset(consumer.position("T", 0))).isEqualTo(10);
        reset(0, null, null);
        assertThat(offset(consumer.position("T", 0))).isZero();
        assertThat(reset(0, 0, 12L).code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(reset(0, 5, 1L).code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
    }

    @Test
    void shouldPushAResetToMembersWhereThatIsConfigured() throws Exception {
        stop();
        startBroker("useServerSideResetOffset", "false");
        assertThat(reset(0, null, null).code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        consumer.commit("T", 0, 8);
        assertThat(reset(0, null, null).code()).isZero();
        await().atMost(LONG).until(() -> consumer.told().stream().anyMatch(text -> text.startsWith("reset ")));
        assertThat(offset(consumer.position("T", 0))).isEqualTo(8);
    }

    @Test
    @DisplayName("UP-142: a topic that is deleted and created again starts at 0 for its old groups")
    void up142_shouldForgetPositionsOfADeletedTopic() throws Exception {
        consumer.commit("T", 0, 10);
        broker.call(Request.of(RequestCode.DELETE_TOPIC_IN_BROKER, new DeleteTopicRequestHeader("T")));
        broker.createTopic("T", 1);
        broker.send("T", 0, Map.of(), new byte[] {9});
        assertThat(consumer.position("T", 0).code()).isEqualTo(ResponseCode.QUERY_NOT_FOUND);
        Reply reply = consumer.pull("T", 0, 0);
        assertThat(TestConsumer.messages(reply)).singleElement().satisfies(message -> {
            assertThat(message.getBody()).containsExactly(9);
            assertThat(message.getQueueOffset()).isZero();
        });
    }

    @Test
    void shouldTellTrueLag() throws Exception {
        consumer.commit("T", 0, 4);
        consumer.pull("T", 0, 4);
        Reply reply = broker.call(
                Request.of(RequestCode.GET_CONSUME_STATS, new GetConsumeStatsRequestHeader("G", null, null)));
        ConsumeStats stats = Json.decode(reply.body(), ConsumeStats.class);
        assertThat(stats.totalLag()).isEqualTo(6);
        assertThat(stats.totalInflight()).isEqualTo(6);
        assertThat(stats.offsetTable().get(new MessageQueue("T", "broker-a", 0)).lastTimestamp())
                .isPositive();
        Reply topic =
                broker.call(Request.of(RequestCode.GET_TOPIC_STATS_INFO, new GetTopicStatsInfoRequestHeader("T")));
        assertThat(Json.decode(topic.body(), TopicStatsTable.class)
                        .offsetTable()
                        .get(new MessageQueue("T", "broker-a", 0))
                        .maxOffset())
                .isEqualTo(10);
    }

    @Test
    void shouldTellWhoConsumesWhatAndHowOldItIs() throws Exception {
        consumer.commit("T", 0, 4);
        Reply who = broker.call(
                Request.of(RequestCode.QUERY_TOPIC_CONSUME_BY_WHO, new QueryTopicConsumeByWhoRequestHeader("T")));
        assertThat(Json.decode(who.body(), GroupList.class).groupList()).containsExactly("G");
        Reply span = broker.call(
                Request.of(RequestCode.QUERY_CONSUME_TIME_SPAN, new QueryConsumeTimeSpanRequestHeader("T", "G")));
        assertThat(Json.decode(span.body(), QueryConsumeTimeSpanBody.class).consumeTimeSpanSet())
                .singleElement()
                .satisfies(queue ->
                        assertThat(queue.consumeTimeStamp()).isBetween(queue.minTimeStamp(), queue.maxTimeStamp()));
        Reply entries = broker.call(
                Request.of(RequestCode.QUERY_CONSUME_QUEUE, new QueryConsumeQueueRequestHeader("T", 0, 8, 5, "G")));
        QueryConsumeQueueResponseBody body = Json.decode(entries.body(), QueryConsumeQueueResponseBody.class);
        assertThat(body.queueData()).hasSize(2).allSatisfy(entry -> assertThat(entry.eval())
                .isTrue());
        assertThat(body.maxQueueIndex()).isEqualTo(10);
    }

    @Test
    void shouldCopyAndComparePositions() throws Exception {
        consumer.commit("T", 0, 4);
        broker.call(
                Request.of(RequestCode.CLONE_GROUP_OFFSET, new CloneGroupOffsetRequestHeader("G", "G2", null, true)));
        assertThat(offset(broker.call(Request.of(
                        RequestCode.QUERY_CONSUMER_OFFSET, new QueryConsumerOffsetRequestHeader("G2", "T", 0, false)))))
                .isEqualTo(4);
        Reply correction = broker.call(Request.of(
                RequestCode.QUERY_CORRECTION_OFFSET, new QueryCorrectionOffsetRequestHeader(null, "G2", "T")));
        assertThat(Json.decode(correction.body(), QueryCorrectionOffsetBody.class)
                        .correctionOffsets())
                .containsExactly(Map.entry(0, 4L));
        Reply all = broker.call(Request.of(RequestCode.GET_ALL_CONSUMER_OFFSET));
        assertThat(Json.decode(all.body(), ConsumerOffsetSerializeWrapper.class).offsetTable())
                .containsEntry("T@G", Map.of(0, 4L))
                .containsEntry("T@G2", Map.of(0, 4L));
    }

    private Reply copy(String from, String to) throws Exception {
        return broker.call(
                Request.of(RequestCode.CLONE_GROUP_OFFSET, new CloneGroupOffsetRequestHeader(from, to, "T", false)));
    }

    @Test
    void shouldTellReadersOfTheGroupThatGetsPositions() throws Exception {
        try (TestConsumer other = new TestConsumer(broker.broker().address(), "G2", "c2")) {
            other.join("T");
            consumer.commit("T", 0, 4);
            other.commit("T", 0, 9);
            assertThat(copy("G", "G2").code()).isZero();
            other.commit("T", 0, 10);
            assertThat(offset(other.position("T", 0))).as("of before").isEqualTo(4);
            Reply moved = other.pull("T", 0, 10);
            assertThat(moved.code()).isEqualTo(ResponseCode.PULL_OFFSET_MOVED);
            assertThat(TestConsumer.header(moved).nextBeginOffset()).isEqualTo(4);
        }
        assertThat(copy("G", "G").remark()).contains("copied to itself");
        assertThat(copy("Nobody", "G").remark()).isEqualTo("group Nobody has no position in topic T");
    }

    @Test
    @DisplayName("UP-195: of messages stored in one millisecond, a reset by time finds the first")
    void up195_shouldFindTheFirstOfEqualTimes() throws Exception {
        long[] times = new long[10];
        MessageQueue queue = new MessageQueue("T", "broker-a", 0);
        for (MessageExt message : TestConsumer.messages(consumer.pull("T", 0, 0))) {
            times[(int) message.getQueueOffset()] = message.getStoreTimestamp();
        }
        for (int i = 0; i < times.length; i++) {
            int first = i;
            while (first > 0 && times[first - 1] == times[i]) {
                first--;
            }
            assertThat(Json.decode(reset(times[i], null, null).body(), ResetOffsetBody.class)
                            .offsetTable())
                    .containsEntry(queue, (long) first);
        }
    }

    @Test
    void shouldGiveAQueueToOneMemberAtATime() throws Exception {
        Set<MessageQueue> queues = Set.of(new MessageQueue("T", "broker-a", 0));
        assertThat(lock("c1", queues)).isEqualTo(queues);
        assertThat(lock("c2", queues)).isEmpty();
        assertThat(lock("c1", queues)).isEqualTo(queues);
        broker.call(Request.of(
                RequestCode.UNLOCK_BATCH_MQ, Json.encode(new UnlockBatchRequestBody("G", "c2", false, queues))));
        assertThat(lock("c2", queues)).isEmpty();
        broker.call(Request.of(
                RequestCode.UNLOCK_BATCH_MQ, Json.encode(new UnlockBatchRequestBody("G", "c1", false, queues))));
        assertThat(lock("c2", queues)).isEqualTo(queues);
    }

    private Set<MessageQueue> lock(String clientId, Set<MessageQueue> queues) throws Exception {
        Reply reply = broker.call(Request.of(
                RequestCode.LOCK_BATCH_MQ, Json.encode(new LockBatchRequestBody("G", clientId, false, queues))));
        return Json.decode(reply.body(), LockBatchResponseBody.class).lockOKMQSet();
    }
}
