package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.common.TopicFilterType;
import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Pulls through real sockets against a whole broker. Each test has a topic and a group of its own. */
class PullTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private static Path store;

    private static TestBroker broker;
    private String topic;
    private TestConsumer consumer;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.start(store, "pullWaitersMax", "100");
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void join(TestInfo test) throws Exception {
        topic = "T-" + test.getTestMethod().orElseThrow().getName();
        assertThat(broker.createTopic(topic, 2).code()).isZero();
        consumer = consumer("G-" + topic, "client-1");
        assertThat(consumer.join(topic).code()).isZero();
    }

    private static TestConsumer consumer(String group, String clientId) {
        return new TestConsumer(broker.broker().address(), group, clientId);
    }

    @AfterEach
    void leave() {
        consumer.close();
    }

    private void send(int queueId, String text, String tag) throws Exception {
        Map<String, String> properties = tag == null ? Map.of() : Map.of("TAGS", tag);
        Reply reply = broker.send(topic, queueId, properties, text.getBytes(StandardCharsets.UTF_8));
        assertThat(reply.code()).as("%s", reply.remark()).isZero();
    }

    @Test
    void shouldReturnStoredMessagesInOrder() throws Exception {
        for (int i = 0; i < 50; i++) {
            send(0, "m" + i, null);
        }
        Reply first = consumer.pull(topic, 0, 0);
        assertThat(first.code()).isEqualTo(ResponseCode.SUCCESS);
        assertThat(first.remark()).isEqualTo("FOUND");
        PullMessageResponseHeader header = TestConsumer.header(first);
        assertThat(header.minOffset()).isZero();
        assertThat(header.maxOffset()).isEqualTo(50);
        assertThat(header.suggestWhichBrokerId()).isZero();
        List<String> bodies = TestConsumer.bodies(first);
        assertThat(header.nextBeginOffset()).isEqualTo(bodies.size());
        for (long next = header.nextBeginOffset(); next < 50; ) {
            Reply more = consumer.pull(topic, 0, next);
            bodies.addAll(TestConsumer.bodies(more));
            next = TestConsumer.header(more).nextBeginOffset();
        }
        assertThat(bodies).hasSize(50).startsWith("m0", "m1").endsWith("m49");
    }

    @Test
    void shouldLetOnlySubscribedTagsThrough() throws Exception {
        try (TestConsumer picky = consumer("G-picky", "picky")) {
            picky.subscribe(TestConsumer.tags(topic, "A || B"));
            send(0, "a", "A");
            send(0, "c", "C");
            send(0, "b", "B");
            send(0, "none", null);
            assertThat(TestConsumer.bodies(picky.pull(topic, 0, 0))).containsExactly("a", "b");
            Reply nothing = picky.pull(topic, 0, 3);
            assertThat(nothing.code()).isEqualTo(ResponseCode.PULL_RETRY_IMMEDIATELY);
            assertThat(TestConsumer.header(nothing).nextBeginOffset()).isEqualTo(4);
        }
    }

    @Test
    void shouldUseTheSubscriptionThatThePullCarries() throws Exception {
        send(0, "a", "A");
        send(0, "b", "B");
        PullMessageRequestHeader plain = consumer.pullHeader(topic, 0, 0, PullSysFlag.FLAG_SUBSCRIPTION, 0);
        assertThat(TestConsumer.bodies(consumer.call(TestConsumer.pullRequest(withSubscription(plain, "B", "TAG")))))
                .containsExactly("b");
        Reply broken = consumer.call(TestConsumer.pullRequest(withSubscription(plain, "||", "TAG")));
        assertThat(broken.code()).isEqualTo(ResponseCode.SUBSCRIPTION_PARSE_FAILED);
        Reply sql = consumer.call(TestConsumer.pullRequest(withSubscription(plain, "a = 1", "SQL92")));
        assertThat(sql.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(sql.remark()).contains("does not support consumer to filter message by SQL92");
    }

    private static PullMessageRequestHeader withSubscription(
            PullMessageRequestHeader header, String expression, String type) {
        return new PullMessageRequestHeader(
                header.consumerGroup(),
                header.topic(),
                header.queueId(),
                header.queueOffset(),
                header.maxMsgNums(),
                header.sysFlag(),
                header.commitOffset(),
                header.suspendTimeoutMillis(),
                expression,
                header.subVersion(),
                type,
                null,
                null,
                null,
                null);
    }

    @Test
    void shouldTellWhereToGoOnOutsideOfTheQueue() throws Exception {
        Reply empty = consumer.pull(topic, 0, 0);
        assertThat(empty.code()).isEqualTo(ResponseCode.PULL_NOT_FOUND);
        Reply emptyButAhead = consumer.pull(topic, 0, 5);
        assertThat(emptyButAhead.code()).isEqualTo(ResponseCode.PULL_OFFSET_MOVED);
        assertThat(TestConsumer.header(emptyButAhead).nextBeginOffset()).isZero();
        send(0, "m", null);
        Reply atEnd = consumer.pull(topic, 0, 1);
        assertThat(atEnd.code()).isEqualTo(ResponseCode.PULL_NOT_FOUND);
        assertThat(atEnd.remark()).isEqualTo("OFFSET_OVERFLOW_ONE");
    }

    @Test
    @DisplayName("UP-066, UP-148: a position beyond the end is moved to the end, not to the beginning")
    void up066_up148_shouldMoveAPositionBeyondTheEndToTheEnd() throws Exception {
        send(0, "m0", null);
        send(0, "m1", null);
        Reply reply = consumer.pull(topic, 0, 1000);
        assertThat(reply.code()).isEqualTo(ResponseCode.PULL_OFFSET_MOVED);
        assertThat(reply.remark()).isEqualTo("OFFSET_OVERFLOW_BADLY");
        assertThat(TestConsumer.header(reply).nextBeginOffset()).isEqualTo(2);
    }

    @Test
    @DisplayName("UP-067: a negative offset is refused instead of replaying the queue")
    void up067_shouldRefuseANegativeOffset() throws Exception {
        Reply reply = consumer.pull(topic, 0, -1);
        assertThat(reply.code()).isEqualTo(ResponseCode.INVALID_PARAMETER);
        assertThat(reply.remark()).contains("queueOffset -1");
    }

    @Test
    void shouldCheckBeforeItReads() throws Exception {
        assertThat(consumer.pull("T-unknown", 0, 0).code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
        assertThat(consumer.pull(topic, 2, 0).code()).isEqualTo(ResponseCode.INVALID_PARAMETER);
        assertThat(consumer.pull(topic, -1, 0).code()).isEqualTo(ResponseCode.INVALID_PARAMETER);
        try (TestConsumer stranger = consumer("G-stranger", "stranger")) {
            assertThat(stranger.pull(topic, 0, 0).code()).isEqualTo(ResponseCode.SUBSCRIPTION_NOT_EXIST);
            stranger.join("T-other");
            assertThat(stranger.pull(topic, 0, 0).code()).isEqualTo(ResponseCode.SUBSCRIPTION_NOT_EXIST);
        }
        PullMessageRequestHeader newer = new PullMessageRequestHeader(
                "G-" + topic, topic, 0, 0, 32, 0, 0, 0, null, 2, null, null, null, null, null);
        assertThat(consumer.call(TestConsumer.pullRequest(newer)).code())
                .isEqualTo(ResponseCode.SUBSCRIPTION_NOT_LATEST);
        broker.call(Request.of(
                RequestCode.UPDATE_AND_CREATE_TOPIC,
                new CreateTopicRequestHeader(
                        topic, "TBW102", 2, 2, 2, TopicFilterType.SINGLE_TAG, 0, false, null, null)));
        Reply forbidden = consumer.pull(topic, 0, 0);
        assertThat(forbidden.code()).isEqualTo(ResponseCode.NO_PERMISSION);
        assertThat(TestConsumer.header(forbidden).forbiddenType()).isEqualTo(3);
    }

    @Test
    void shouldCommitWhatThePullCarries() throws Exception {
        send(0, "m", null);
        PullMessageRequestHeader header = new PullMessageRequestHeader(
                "G-" + topic,
                topic,
                0,
                0,
                32,
                PullSysFlag.FLAG_COMMIT_OFFSET,
                1,
                0,
                null,
                1,
                null,
                null,
                null,
                null,
                null);
        assertThat(consumer.call(TestConsumer.pullRequest(header)).code()).isZero();
        assertThat(consumer.position(topic, 0)
                        .header(OffsetResponseHeader.class)
                        .offset())
                .isEqualTo(1);
    }

    @Test
    void shouldWakeAWaitingPullByAMessageOfItsQueueOnly() throws Exception {
        CompletableFuture<Reply> waiting = consumer.waitingPull(topic, 0, 0, 15_000);
        await().atMost(LONG).until(() -> broker.waitingPulls() == 1);
        send(1, "other queue", null);
        assertThat(waiting).failsWithin(Duration.ofMillis(200)).withThrowableOfType(TimeoutException.class);
        long sentNanos = System.nanoTime();
        send(0, "here", null);
        assertThat(TestConsumer.bodies(waiting.get(15, TimeUnit.SECONDS))).containsExactly("here");
        assertThat(Duration.ofNanos(System.nanoTime() - sentNanos)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void shouldWakeAWaitingPullByItsTagsOnly() throws Exception {
        try (TestConsumer picky = consumer("G-picky-wait", "picky")) {
            picky.subscribe(TestConsumer.tags(topic, "A"));
            CompletableFuture<Reply> waiting = picky.waitingPull(topic, 0, 0, 15_000);
            await().atMost(LONG).until(() -> broker.waitingPulls() == 1);
            send(0, "b", "B");
            assertThat(waiting).failsWithin(Duration.ofMillis(200)).withThrowableOfType(TimeoutException.class);
            send(0, "a", "A");
            assertThat(TestConsumer.bodies(waiting.get(15, TimeUnit.SECONDS))).containsExactly("a");
        }
    }

    @Test
    void shouldAnswerAWaitingPullWhenItsTimeIsOver() throws Exception {
        long startNanos = System.nanoTime();
        Reply reply = consumer.waitingPull(topic, 0, 0, 300).get(15, TimeUnit.SECONDS);
        assertThat(reply.code()).isEqualTo(ResponseCode.PULL_NOT_FOUND);
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }

    private static void set(String settings) throws Exception {
        assertThat(broker.call(Request.of(RequestCode.UPDATE_BROKER_CONFIG, settings.getBytes(StandardCharsets.UTF_8)))
                        .code())
                .isZero();
    }

    @Test
    @DisplayName(
            "With longPollingEnable=false a pull waits for shortPollingTimeMills, whatever its own time is; a message"
                    + " still ends that")
    void shouldHoldPullsShortlyWithoutLongPolling() throws Exception {
        try {
            set("longPollingEnable=false\nshortPollingTimeMills=300");
            long startNanos = System.nanoTime();
            Reply reply = consumer.waitingPull(topic, 0, 0, 60_000).get(15, TimeUnit.SECONDS);
            assertThat(reply.code()).isEqualTo(ResponseCode.PULL_NOT_FOUND);
            assertThat(TestConsumer.header(reply).nextBeginOffset()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
                    .isBetween(Duration.ofMillis(300), Duration.ofSeconds(10));

            set("shortPollingTimeMills=60000");
            CompletableFuture<Reply> shorterByItself = consumer.waitingPull(topic, 0, 0, 1);
            await().atMost(LONG).until(() -> broker.waitingPulls() == 1);
            assertThat(shorterByItself).failsWithin(Duration.ofMillis(300)).withThrowableOfType(TimeoutException.class);
            send(0, "here", null);
            assertThat(TestConsumer.bodies(shorterByItself.get(15, TimeUnit.SECONDS)))
                    .containsExactly("here");
        } finally {
            set("longPollingEnable=true\nshortPollingTimeMills=1000");
        }
    }

    @Test
    @DisplayName(
            "A push consumer that pulls a queue again is answered for its older pull at once, and the newer one gets"
                    + " the message")
    void shouldAnswerAnOlderPullOfThePushConsumer() throws Exception {
        CompletableFuture<Reply> older = consumer.waitingPull(topic, 0, 0, 15_000);
        await().atMost(LONG).until(() -> broker.waitingPulls() == 1);
        CompletableFuture<Reply> newer = consumer.waitingPull(topic, 0, 0, 15_000);

        assertThat(older.get(5, TimeUnit.SECONDS).code()).isEqualTo(ResponseCode.PULL_NOT_FOUND);
        assertThat(broker.waitingPulls()).isEqualTo(1);
        send(0, "for the newer", null);
        assertThat(TestConsumer.bodies(newer.get(15, TimeUnit.SECONDS))).containsExactly("for the newer");
    }

    @Test
    void shouldDropWaitingPullsOfAClosedConnection() throws Exception {
        TestConsumer leaving = consumer("G-leaving-" + topic, "leaving");
        assertThat(leaving.joinPulling(topic).code()).isZero();
        for (int i = 0; i < 10; i++) {
            leaving.waitingPull(topic, 1, 0, 15_000);
        }
        await().atMost(LONG).until(() -> broker.waitingPulls() == 10);
        leaving.close();
        await().atMost(LONG).until(() -> broker.waitingPulls() == 0);
    }

    @Test
    void shouldRefuseWaitersBeyondTheLimit() throws Exception {
        consumer.close();
        consumer = consumer("G-many-" + topic, "client-1");
        assertThat(consumer.joinPulling(topic).code()).isZero();
        List<CompletableFuture<Reply>> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(consumer.waitingPull(topic, 0, 0, 15_000));
        }
        Reply reply = consumer.waitingPull(topic, 0, 0, 15_000).get(15, TimeUnit.SECONDS);
        assertThat(reply.code()).isEqualTo(ResponseCode.SYSTEM_BUSY);
        assertThat(reply.remark()).contains("pullWaitersMax").contains("100");
        send(0, "wakes all", null);
        for (CompletableFuture<Reply> pull : waiting) {
            assertThat(TestConsumer.bodies(pull.get(15, TimeUnit.SECONDS))).containsExactly("wakes all");
        }
        assertThat(broker.waitingPulls()).isZero();
    }

    @Test
    @DisplayName("UP-083: no wake-up is lost between sends and pulls that cross each other")
    void up083_shouldLoseNoWakeUp() throws Exception {
        int rounds = 1_500;
        CompletableFuture<Reply> waiting = consumer.waitingPull(topic, 0, 0, 15_000);
        for (int i = 0; i < rounds; i++) {
            // The answer to the send and the next pull cross the dispatch of the message.
            broker.client()
                    .callAsync(
                            broker.broker().address(),
                            TestBroker.send(TestBroker.header(topic, 0, Map.of()), new byte[] {1}),
                            TestConsumer.TIMEOUT_MS);
            Reply reply = waiting.get(10, TimeUnit.SECONDS);
            assertThat(reply.code()).as("round %d: %s", i, reply.remark()).isZero();
            assertThat(TestConsumer.header(reply).nextBeginOffset()).isEqualTo(i + 1);
            waiting = consumer.waitingPull(topic, 0, i + 1, 15_000);
        }
    }
}
