package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.CheckClientRequestBody;
import io.ferrymq.remoting.protocol.body.QueryConsumeQueueResponseBody;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumeQueueRequestHeader;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Pulls by SQL92 through real sockets. Each test has a topic and a group of its own. */
class SqlPullTest {
    @TempDir
    private static Path store;

    @TempDir
    private static Path plainStore;

    private static TestBroker broker;
    private String topic;
    private String group;
    private TestConsumer consumer;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.start(store, "enablePropertyFilter", "true", "filterSupportRetry", "true");
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void createTopic(TestInfo test) throws Exception {
        topic = "T-" + test.getTestMethod().orElseThrow().getName();
        group = "G-" + topic;
        assertThat(broker.createTopic(topic, 1).code()).isZero();
        consumer = new TestConsumer(broker.broker().address(), group, "client-1");
    }

    @AfterEach
    void leave() {
        consumer.close();
    }

    private SubscriptionData sql(String expression, long version) {
        return FilterAPI.build(topic, expression, "SQL92", version);
    }

    private void send(String text, Map<String, String> properties) throws Exception {
        Reply reply = broker.send(topic, 0, properties, text.getBytes(StandardCharsets.UTF_8));
        assertThat(reply.code()).as("%s", reply.remark()).isZero();
    }

    private PullMessageRequestHeader carrying(String expression, String type) {
        PullMessageRequestHeader plain = consumer.pullHeader(topic, 0, 0, PullSysFlag.FLAG_SUBSCRIPTION, 0);
        return new PullMessageRequestHeader(
                group, topic, 0, 0, 32, plain.sysFlag(), 0, 0, expression, 1, type, null, null, null, null);
    }

    @Test
    void shouldLetOnlyMatchingMessagesThrough() throws Exception {
        consumer.subscribe(sql("a > 5 AND color IN ('red', 'blue')", 1));
        send("no a", Map.of("color", "red"));
        send("one", Map.of("a", "6", "color", "red"));
        send("green", Map.of("a", "6", "color", "green"));
        send("two", Map.of("a", "60", "color", "blue", "TAGS", "any"));
        send("small", Map.of("a", "5", "color", "blue"));
        Reply found = consumer.pull(topic, 0, 0);
        assertThat(TestConsumer.bodies(found)).containsExactly("one", "two");
        assertThat(TestConsumer.header(found).nextBeginOffset()).isEqualTo(5);
        Reply nothing = consumer.pull(topic, 0, 4);
        assertThat(nothing.code()).isEqualTo(ResponseCode.PULL_RETRY_IMMEDIATELY);
        assertThat(TestConsumer.header(nothing).nextBeginOffset()).isEqualTo(5);
    }

    @Test
    void shouldUseTheExpressionThatThePullCarries() throws Exception {
        send("one", Map.of("a", "1"));
        send("two", Map.of("a", "2"));
        Reply found = consumer.call(TestConsumer.pullRequest(carrying("a = 2", "SQL92")));
        assertThat(TestConsumer.bodies(found)).containsExactly("two");
        Reply wrong = consumer.call(TestConsumer.pullRequest(carrying("a == 2", "SQL92")));
        assertThat(wrong.code()).isEqualTo(ResponseCode.SUBSCRIPTION_PARSE_FAILED);
        assertThat(wrong.remark())
                .isEqualTo("parse the consumer's subscription of topic " + topic + " failed: SQL92 expression,"
                        + " at character 4: found '=', expected a property, a constant, NOT, +, - or (");
        Reply unknown = consumer.call(TestConsumer.pullRequest(carrying("a = 2", "JMS")));
        assertThat(unknown.code()).isEqualTo(ResponseCode.SUBSCRIPTION_PARSE_FAILED);
        assertThat(unknown.remark()).contains("expression type JMS is not known, TAG and SQL92 are");
    }

    @Test
    void shouldWakeAWaitingPullByAMatchingMessageOnly() throws Exception {
        consumer.subscribe(sql("a = 1", 1));
        CompletableFuture<Reply> waiting = consumer.waitingPull(topic, 0, 0, 15_000);
        await().until(() -> broker.waitingPulls() == 1);
        send("two", Map.of("a", "2"));
        send("none", Map.of());
        assertThat(broker.waitingPulls()).isEqualTo(1);
        send("one", Map.of("a", "1"));
        Reply reply = waiting.get(10, TimeUnit.SECONDS);
        assertThat(TestConsumer.bodies(reply)).containsExactly("one");
        assertThat(TestConsumer.header(reply).nextBeginOffset()).isEqualTo(3);
    }

    @Test
    void shouldAdvanceWhenNothingMatchedWhileItWaited() throws Exception {
        consumer.subscribe(sql("a = 1", 1));
        CompletableFuture<Reply> waiting = consumer.waitingPull(topic, 0, 0, 1_000);
        await().until(() -> broker.waitingPulls() == 1);
        send("two", Map.of("a", "2"));
        Reply reply = waiting.get(10, TimeUnit.SECONDS);
        assertThat(reply.code()).isEqualTo(ResponseCode.PULL_RETRY_IMMEDIATELY);
        assertThat(TestConsumer.header(reply).nextBeginOffset()).isEqualTo(1);
    }

    @Test
    void shouldServeAWaitingPullByTheSubscriptionThatHoldsThen() throws Exception {
        consumer.subscribe(sql("a = 1", 1));
        CompletableFuture<Reply> waiting = consumer.waitingPull(topic, 0, 0, 15_000);
        await().until(() -> broker.waitingPulls() == 1);
        consumer.subscribe(sql("a = 2", 2));
        // It is not left to wait for what nobody wants any more.
        assertThat(waiting.get(10, TimeUnit.SECONDS).code()).isEqualTo(ResponseCode.PULL_NOT_FOUND);
        send("one", Map.of("a", "1"));
        send("two", Map.of("a", "2"));
        assertThat(TestConsumer.bodies(consumer.pull(topic, 0, 0))).containsExactly("two");
        consumer.subscribe(TestConsumer.tags(topic, "*").withSubVersion(3));
        assertThat(TestConsumer.bodies(consumer.pull(topic, 0, 0))).containsExactly("one", "two");
    }

    @Test
    void shouldSayWhyASubscriptionOfAHeartbeatCannotBeUsed() throws Exception {
        assertThat(consumer.subscribe(sql("a >", 1)).code()).isZero();
        Reply refused = consumer.pull(topic, 0, 0);
        assertThat(refused.code()).isEqualTo(ResponseCode.SUBSCRIPTION_PARSE_FAILED);
        assertThat(refused.remark()).contains("at character 4: found the end of the expression");
    }

    private Reply check(TestBroker at, SubscriptionData data) throws Exception {
        return at.call(Request.of(
                RequestCode.CHECK_CLIENT_CONFIG, Json.encode(new CheckClientRequestBody("client-1", group, "", data))));
    }

    @Test
    void up079_shouldCheckAnExpressionWhenAConsumerStarts() throws Exception {
        assertThat(check(broker, sql("a > 5", 1)).code()).isZero();
        assertThat(check(broker, TestConsumer.tags(topic, "A || B")).code()).isZero();
        Reply wrong = check(broker, sql("a > > 5", 1));
        assertThat(wrong.code()).isEqualTo(ResponseCode.SUBSCRIPTION_PARSE_FAILED);
        assertThat(wrong.remark())
                .isEqualTo("parse the consumer's subscription of topic " + topic
                        + " failed: SQL92 expression, at character 5: found '>', expected a property, a constant, NOT,"
                        + " +, - or (");
    }

    @Test
    void up079_shouldNameTheKeyThatSwitchesExpressionsOn() throws Exception {
        String sentence = "The broker does not support consumer to filter message by SQL92: enablePropertyFilter is"
                + " false in its configuration (mqadmin updateBrokerConfig -c CLUSTER -k enablePropertyFilter -v true sets"
                + " it at once)";
        try (TestBroker plain = TestBroker.start(plainStore);
                TestConsumer member = new TestConsumer(plain.broker().address(), group, "client-2")) {
            plain.createTopic(topic, 1);
            Reply check = check(plain, sql("a > 5", 1));
            assertThat(check.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
            assertThat(check.remark()).isEqualTo(sentence);
            member.subscribe(sql("a > 5", 1));
            Reply pull = member.pull(topic, 0, 0);
            assertThat(pull.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
            assertThat(pull.remark()).isEqualTo(sentence);
        }
    }

    @Test
    void shouldFilterRetriedMessagesByTheirFirstTopicsExpression() throws Exception {
        String retry = "%RETRY%" + group;
        consumer.subscribe(sql("a = 1", 1), TestConsumer.tags(retry, "*"));
        Map<Map<String, String>, String> retried = Map.of(
                Map.of("RETRY_TOPIC", topic, "a", "1"), "one",
                Map.of("RETRY_TOPIC", topic, "a", "2"), "two",
                Map.of("RETRY_TOPIC", "elsewhere", "a", "2"), "foreign");
        for (Map.Entry<Map<String, String>, String> message : retried.entrySet()) {
            assertThat(broker.send(
                                    retry,
                                    0,
                                    message.getKey(),
                                    message.getValue().getBytes(StandardCharsets.UTF_8))
                            .code())
                    .isZero();
        }
        assertThat(TestConsumer.bodies(consumer.pull(retry, 0, 0))).containsExactlyInAnyOrder("one", "foreign");
    }

    @Test
    void shouldShowWhichEntriesPass() throws Exception {
        consumer.subscribe(sql("a = 1", 1));
        send("one", Map.of("a", "1"));
        send("two", Map.of("a", "2"));
        Reply reply = broker.call(Request.of(
                RequestCode.QUERY_CONSUME_QUEUE, new QueryConsumeQueueRequestHeader(topic, 0, 0L, 10, group)));
        assertThat(Json.decode(reply.body(), QueryConsumeQueueResponseBody.class)
                        .queueData())
                .extracting(entry -> entry.eval())
                .containsExactly(true, false);
    }
}
