package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.topic.TopicTables;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.subscription.GroupRetryPolicy;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.LockBatchRequestBody;
import io.ferrymq.remoting.protocol.header.ConsumerSendMsgBackRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.GetSubscriptionGroupConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.UpdateGroupForbiddenRequestHeader;
import io.ferrymq.remoting.protocol.heartbeat.HeartbeatData;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each setting of a consumer group does. */
class GroupSettingsTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int FORBIDDEN_GROUP = 2;
    private static final int FORBIDDEN_BROADCAST = 4;
    private static final int FORBIDDEN_SUBSCRIPTION = 5;

    @TempDir
    private static Path store;

    private static TestBroker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = TestBroker.start(store);
        broker.createTopic("T", 1);
        broker.send("T", 0, Map.of(), new byte[] {1});
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static TestConsumer consumer(String group, String clientId) {
        return new TestConsumer(broker.broker().address(), group, clientId);
    }

    private static void configure(String group, String settings) throws Exception {
        SubscriptionGroupConfig config =
                Json.decodeText("{\"groupName\":\"" + group + "\"," + settings + "}", SubscriptionGroupConfig.class);
        assertThat(broker.call(Request.of(RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, Json.encode(config)))
                        .code())
                .isZero();
    }

    private static void assertForbidden(Reply reply, int type) {
        assertThat(reply.code()).isEqualTo(ResponseCode.NO_PERMISSION);
        assertThat(TestConsumer.header(reply).forbiddenType()).isEqualTo(type);
    }

    @Test
    void consumeEnable() throws Exception {
        try (TestConsumer consumer = consumer("Stopped", "c")) {
            consumer.join("T");
            assertThat(consumer.pull("T", 0, 0).code()).isZero();
            configure("Stopped", "\"consumeEnable\":false");
            assertForbidden(consumer.pull("T", 0, 0), FORBIDDEN_GROUP);
            configure("Stopped", "\"consumeEnable\":true");
            assertThat(consumer.pull("T", 0, 0).code()).isZero();
        }
    }

    @Test
    void consumeBroadcastEnable() throws Exception {
        try (TestConsumer consumer = consumer("Broadcast", "c")) {
            consumer.heartbeat(HeartbeatData.of(
                    "c",
                    Set.of(),
                    Set.of(consumer.consumerData(MessageModel.BROADCASTING, TestConsumer.tags("T", "*")))));
            assertThat(consumer.pull("T", 0, 0).code()).isZero();
            configure("Broadcast", "\"consumeBroadcastEnable\":false");
            assertForbidden(consumer.pull("T", 0, 0), FORBIDDEN_BROADCAST);
        }
    }

    @Test
    void forbiddenTopics() throws Exception {
        try (TestConsumer consumer = consumer("Forbidden", "c")) {
            consumer.join("T");
            broker.call(Request.of(
                    RequestCode.UPDATE_AND_GET_GROUP_FORBIDDEN,
                    new UpdateGroupForbiddenRequestHeader("Forbidden", "T", false)));
            assertForbidden(consumer.pull("T", 0, 0), FORBIDDEN_SUBSCRIPTION);
        }
    }

    @Test
    void notifyConsumerIdsChangedEnable() throws Exception {
        configure("Untold", "\"notifyConsumerIdsChangedEnable\":false");
        try (TestConsumer untold = consumer("Untold", "c1");
                TestConsumer untold2 = consumer("Untold", "c2");
                TestConsumer told = consumer("Told", "c3")) {
            untold.join("T");
            untold2.join("T");
            told.join("T");
            await().atMost(LONG).until(() -> !told.told().isEmpty());
            assertThat(untold.told()).isEmpty();
            configure("Untold", "\"notifyConsumerIdsChangedEnable\":true");
            untold2.join("T", "U");
            await().atMost(LONG).until(() -> untold.told().contains("changed Untold"));
        }
    }

    private static void sendBack(TestConsumer consumer, String group) throws Exception {
        sendBackAtLevel(consumer, group, 1);
    }

    /** @param level of the delay; 0 leaves it to the broker */
    private static void sendBackAtLevel(TestConsumer consumer, String group, int level) throws Exception {
        MessageExt message = TestConsumer.messages(consumer.pull("T", 0, 0)).get(0);
        Reply reply = consumer.call(Request.of(
                RequestCode.CONSUMER_SEND_MSG_BACK,
                new ConsumerSendMsgBackRequestHeader(
                        message.getCommitLogOffset(), group, level, message.getMsgId(), "T", false, null)));
        assertThat(reply.code()).as("%s", reply.remark()).isZero();
    }

    private static List<MessageExt> read(TestConsumer consumer, String topic) throws Exception {
        Reply reply = consumer.pull(topic, 0, 0);
        return reply.isSuccess() ? TestConsumer.messages(reply) : List.of();
    }

    @Test
    @DisplayName("What concerns pop or a proxy only is kept as it was set, and changes nothing for those that pull")
    void consumeFromMinEnable_consumeMessageOrderly_groupRetryPolicy() throws Exception {
        configure(
                "Popped",
                "\"consumeFromMinEnable\":false,\"consumeMessageOrderly\":true,\"groupRetryPolicy\":"
                        + "{\"type\":\"EXPONENTIAL\",\"exponentialRetryPolicy\":{\"initial\":7000,\"max\":9000,\"multiplier\":3}}");
        Reply asked = broker.call(Request.of(
                RequestCode.GET_SUBSCRIPTIONGROUP_CONFIG, new GetSubscriptionGroupConfigRequestHeader("Popped")));
        SubscriptionGroupConfig kept = Json.decode(asked.body(), SubscriptionGroupConfig.class);
        assertThat(kept.consumeFromMinEnable()).isFalse();
        assertThat(kept.consumeMessageOrderly()).isTrue();
        assertThat(kept.groupRetryPolicy())
                .isEqualTo(new GroupRetryPolicy(
                        GroupRetryPolicy.Type.EXPONENTIAL,
                        null,
                        new GroupRetryPolicy.ExponentialRetryPolicy(7_000, 9_000, 3)));
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(Files.readString(store.resolve("config/subscriptionGroup.json"))
                                .replaceAll("\\s", ""))
                        .contains("\"initial\":7000,\"max\":9000,\"multiplier\":3"));

        try (TestConsumer popped = consumer("Popped", "c1")) {
            popped.join("T");
            Reply start = broker.call(Request.of(
                    RequestCode.QUERY_CONSUMER_OFFSET, new QueryConsumerOffsetRequestHeader("Popped", "T", 0, null)));
            assertThat(start.header(OffsetResponseHeader.class).offset())
                    .as("a young topic is read from its beginning")
                    .isZero();
            long waiting = waitingAtLevel3();
            sendBackAtLevel(popped, "Popped", 0);
            assertThat(waitingAtLevel3()).as("the first retry").isEqualTo(waiting + 1);
        }
    }

    /** Messages whose delay is of the third level, where each first retry goes. */
    private static long waitingAtLevel3() throws Exception {
        return broker.call(Request.of(
                        RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader("SCHEDULE_TOPIC_XXXX", 2, null)))
                .header(OffsetResponseHeader.class)
                .offset();
    }

    @Test
    void retryMaxTimes() throws Exception {
        configure("Patient", "\"retryMaxTimes\":1");
        configure("Impatient", "\"retryMaxTimes\":0");
        try (TestConsumer patient = consumer("Patient", "c1");
                TestConsumer impatient = consumer("Impatient", "c2")) {
            patient.join("T", "%DLQ%Patient");
            impatient.join("T", "%DLQ%Impatient");
            sendBack(patient, "Patient");
            sendBack(impatient, "Impatient");
            await().atMost(LONG).until(() -> read(impatient, "%DLQ%Impatient").size() == 1);
            assertThat(read(patient, "%DLQ%Patient")).isEmpty();
        }
    }

    private static Reply sendToRetryTopic(String group, int reconsumeTimes, Map<String, String> properties)
            throws Exception {
        return broker.call(TestBroker.send(
                new SendMessageRequestHeader(
                        "p",
                        MixAll.getRetryTopic(group),
                        "TBW102",
                        4,
                        0,
                        0,
                        1L,
                        0,
                        PropertyBytes.encode(properties),
                        reconsumeTimes,
                        false,
                        null,
                        false,
                        null),
                new byte[] {2}));
    }

    @Test
    @DisplayName("An ordered group's dead letters say where they came from; one that is sent again is no dead letter")
    void up072_up073_shouldKeepTheOriginOfAnOrderedGroupsDeadLetters() throws Exception {
        try (TestConsumer consumer = consumer("Ordered", "c")) {
            consumer.join("T", "%RETRY%Ordered", "%DLQ%Ordered");
            Set<MessageQueue> queues = Set.of(new MessageQueue("T", "broker-a", 0));
            consumer.call(Request.of(
                    RequestCode.LOCK_BATCH_MQ, Json.encode(new LockBatchRequestBody("Ordered", "c", false, queues))));
            assertThat(sendToRetryTopic(
                                    "Ordered", 1, Map.of("RETRY_TOPIC", "T", "ORIGIN_MESSAGE_ID", "AB", "DELAY", "1"))
                            .code())
                    .isZero();
            List<MessageExt> dead =
                    await().atMost(LONG).until(() -> read(consumer, "%DLQ%Ordered"), found -> !found.isEmpty());
            assertThat(dead).singleElement().satisfies(message -> {
                assertThat(message.getProperty("DLQ_ORIGIN_TOPIC")).isEqualTo("T");
                assertThat(message.getProperty("DLQ_ORIGIN_MESSAGE_ID")).isEqualTo("AB");
                assertThat(message.getProperty("DELAY")).isNull();
            });
            assertThat(sendToRetryTopic("Ordered", 0, Map.of("RETRY_TOPIC", "T", "FERRYMQ_RESENT", "CD"))
                            .code())
                    .isZero();
            await().atMost(LONG).until(() -> read(consumer, "%RETRY%Ordered").size() == 1);
            assertThat(read(consumer, "%DLQ%Ordered")).hasSize(1);
        }
    }

    @Test
    @DisplayName("UP-072: topics of dead letters that an old broker made are readable")
    void up072_shouldMakeOldDeadLettersReadable(@TempDir Path config) throws Exception {
        Files.writeString(
                config.resolve("topics.json"),
                "{\"topicConfigTable\":{\"%DLQ%G\":{\"topicName\":\"%DLQ%G\",\"perm\":2,\"readQueueNums\":1,\"writeQueueNums\":1},"
                        + "\"W\":{\"topicName\":\"W\",\"perm\":2,\"readQueueNums\":1,\"writeQueueNums\":1}}}");
        var topics = TopicTables.open(config, System::currentTimeMillis, Runnable::run);
        assertThat(topics.find("%DLQ%G").perm()).isEqualTo(6);
        assertThat(topics.find("W").perm()).isEqualTo(2);
    }
}
