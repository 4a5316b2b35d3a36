package io.ferrymq.remoting.protocol.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.TopicFilterType;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.LanguageCode;
import io.ferrymq.remoting.protocol.admin.ConsumeStats;
import io.ferrymq.remoting.protocol.admin.OffsetWrapper;
import io.ferrymq.remoting.protocol.heartbeat.ConsumeType;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Bodies to the byte, as official peers write or read them. */
class BodyVectorsTest {
    private static final MessageQueue QUEUE = new MessageQueue("T1", "broker-a", 0);
    private static final String QUEUE_KEY =
            "\"{\\\"brokerName\\\":\\\"broker-a\\\",\\\"queueId\\\":0,\\\"topic\\\":\\\"T1\\\"}\"";
    private static final String RAW_QUEUE_KEY = "{\"brokerName\":\"broker-a\",\"queueId\":0,\"topic\":\"T1\"}";

    @Test
    void shouldWriteQueuesAndVersions() {
        shouldBothWays(new LockBatchResponseBody(Set.of(QUEUE)), "{\"lockOKMQSet\":[" + RAW_QUEUE_KEY + "]}");
        shouldBothWays(
                new DataVersion(0, 1700000000000L, 3),
                "{\"counter\":3,\"stateVersion\":0,\"timestamp\":1700000000000}");
        assertThat(decode("{\"counter\":3,\"timestamp\":7}", DataVersion.class)).isEqualTo(new DataVersion(0, 7, 3));
    }

    @Test
    void shouldWriteTopicsWithoutTheirMethods() {
        shouldBothWays(
                new TopicConfig("T1", 8, 8, 6),
                "{\"attributes\":{},\"order\":false,\"perm\":6,\"readQueueNums\":8,\"topicFilterType\":\"SINGLE_TAG\","
                        + "\"topicName\":\"T1\",\"topicSysFlag\":0,\"writeQueueNums\":8}");
        shouldBothWays(
                new TopicConfig("T1", 1, 2, 4, TopicFilterType.MULTI_TAG, 3, true, Map.of("message.type", "FIFO")),
                "{\"attributes\":{\"message.type\":\"FIFO\"},\"order\":true,\"perm\":4,\"readQueueNums\":1,"
                        + "\"topicFilterType\":\"MULTI_TAG\",\"topicName\":\"T1\",\"topicSysFlag\":3,\"writeQueueNums\":2}");
    }

    @Test
    void shouldWriteSubscriptionsAndConnections() {
        shouldBothWays(
                new SubscriptionData(false, "T1", "TagA", Set.of("TagA"), Set.of(2598919), 1700000000000L, "TAG"),
                "{\"classFilterMode\":false,\"codeSet\":[2598919],\"expressionType\":\"TAG\",\"subString\":\"TagA\","
                        + "\"subVersion\":1700000000000,\"tagsSet\":[\"TagA\"],\"topic\":\"T1\"}");
        shouldBothWays(
                new Connection("10.0.0.9@1234", "10.0.0.9:51022", LanguageCode.JAVA, 479),
                "{\"clientAddr\":\"10.0.0.9:51022\",\"clientId\":\"10.0.0.9@1234\",\"language\":\"JAVA\",\"version\":479}");
        shouldBothWays(new KVTable(Map.of("k", "v")), "{\"table\":{\"k\":\"v\"}}");
    }

    @Test
    void shouldWriteRoutesInBothDialects() {
        TopicRouteData route = TopicRouteData.of(
                List.of(new QueueData("broker-a", 8, 8, 6, 0)),
                List.of(BrokerData.of("C1", "broker-a", Map.of(1L, "10.0.0.3:10911", 0L, "10.0.0.2:10911"))));
        String quoted = "{\"brokerDatas\":[{\"brokerAddrs\":{\"0\":\"10.0.0.2:10911\",\"1\":\"10.0.0.3:10911\"},"
                + "\"brokerName\":\"broker-a\",\"cluster\":\"C1\",\"enableActingMaster\":false}],\"filterServerTable\":{},"
                + "\"queueDatas\":[{\"brokerName\":\"broker-a\",\"perm\":6,\"readQueueNums\":8,\"topicSysFlag\":0,"
                + "\"writeQueueNums\":8}]}";
        shouldBothWays(route, quoted);
        String bare = quoted.replace("\"0\":", "0:").replace("\"1\":", "1:");
        assertThat(new String(Json.encodeLegacy(route), UTF_8)).isEqualTo(bare);
        assertThat(decode(bare, TopicRouteData.class)).isEqualTo(route);
        assertThat(route.brokerDatas().get(0).masterAddr()).isEqualTo("10.0.0.2:10911");
    }

    @Test
    void shouldReadRoutesOfStaticTopics() {
        TopicRouteData route = decode(
                "{\"brokerDatas\":[],\"filterServerTable\":{},\"queueDatas\":[],\"orderTopicConf\":\"broker-a:8;broker-b:8\","
                        + "\"topicQueueMappingByBroker\":{\"broker-a\":{\"bname\":\"broker-a\",\"currIdMap\":{0:0},\"dirty\":false}}}",
                TopicRouteData.class);
        assertThat(route).isEqualTo(new TopicRouteData("broker-a:8;broker-b:8", List.of(), List.of(), Map.of()));
    }

    @Test
    void shouldPreferTheMasterAndKnowThatThereMayBeNone() {
        assertThat(BrokerData.of("C1", "b", Map.of(2L, "s2", 1L, "s1")).masterAddr())
                .isNull();
        assertThat(BrokerData.of("C1", "b", Map.of(2L, "s2", 1L, "s1")).masterElseSlaveAddr())
                .isEqualTo("s1");
        assertThat(BrokerData.of("C1", "b", Map.of(2L, "s2", 0L, "m")).masterElseSlaveAddr())
                .isEqualTo("m");
        assertThat(BrokerData.of("C1", "b", null).masterElseSlaveAddr()).isNull();
    }

    @Test
    void shouldKeyByQueueBothWays() {
        ConsumeStats stats = new ConsumeStats(0, Map.of(QUEUE, new OffsetWrapper(10, 8, 10, 1700000000000L)));
        String strict = "{\"consumeTps\":0.0,\"offsetTable\":{" + QUEUE_KEY
                + ":{\"brokerOffset\":10,\"consumerOffset\":8,\"lastTimestamp\":1700000000000,\"pullOffset\":10}}}";
        shouldBothWays(stats, strict.replace(QUEUE_KEY, RAW_QUEUE_KEY));
        assertThat(new String(Json.encodeStrict(stats), UTF_8)).isEqualTo(strict);
        assertThat(decode(strict, ConsumeStats.class)).isEqualTo(stats);
        assertThat(stats.totalLag()).isEqualTo(2);
        assertThat(stats.totalInflight()).isEqualTo(2);
        MessageQueue second = new MessageQueue("T1", "broker-a", 1);
        shouldBothWays(
                new ResetOffsetBody(Map.of(second, 7L, QUEUE, 120L)),
                "{\"offsetTable\":{" + RAW_QUEUE_KEY + ":120," + RAW_QUEUE_KEY.replace("0", "1") + ":7}}");
        shouldBothWays(
                GetConsumerStatusBody.ofGroup(Map.of("c@1", Map.of(QUEUE, 5L))),
                "{\"consumerTable\":{\"c@1\":{" + RAW_QUEUE_KEY + ":5}},\"messageQueueTable\":{}}");
    }

    @Test
    void shouldLeaveOutQueuesThatAreReferences() {
        ConsumerRunningInfo info = decode(
                "{\"mqTable\":{" + RAW_QUEUE_KEY + ":{\"commitOffset\":5,\"droped\":true}},"
                        + "\"mqPopTable\":{{\"$ref\":\"$.mqTable.null\"}:{\"waitAckCount\":1}},"
                        + "\"properties\":{\"PROP_CLIENT_VERSION\":\"V5_3_3\"},\"jstack\":null,\"subscriptionSet\":[null]}",
                ConsumerRunningInfo.class);
        assertThat(info.mqTable()).hasSize(1);
        assertThat(info.mqTable().get(QUEUE).commitOffset()).isEqualTo(5);
        assertThat(info.mqTable().get(QUEUE).droped()).isTrue();
        assertThat(info.mqPopTable()).isEmpty();
        assertThat(info.subscriptionSet()).isEmpty();
        assertThat(info.properties()).containsEntry(ConsumerRunningInfo.PROP_CLIENT_VERSION, "V5_3_3");
    }

    @Test
    void shouldListOffsetsForCpp() {
        shouldBothWays(
                new ResetOffsetBodyForC(List.of(new ResetOffsetBodyForC.QueueOffset("T1", "broker-a", 0, 120))),
                "{\"offsetTable\":[{\"brokerName\":\"broker-a\",\"offset\":120,\"queueId\":0,\"topic\":\"T1\"}]}");
    }

    @Test
    void shouldReadOffsetsOfOfficialMasters() {
        ConsumerOffsetSerializeWrapper offsets = decode(
                "{\"offsetTable\":{\"T1@CG\":{0:5,1:7},\"%RETRY%CG@CG\":{0:3}}}", ConsumerOffsetSerializeWrapper.class);
        assertThat(offsets.offsetTable())
                .isEqualTo(Map.of("T1@CG", Map.of(0, 5L, 1, 7L), "%RETRY%CG@CG", Map.of(0, 3L)));
        assertThat(offsets.dataVersion()).isEqualTo(DataVersion.initial(0));
        shouldBothWays(
                new DelayOffsetSerializeWrapper(Map.of(3, 99L, 4, 1L), DataVersion.initial(0)),
                "{\"dataVersion\":{\"counter\":0,\"stateVersion\":0,\"timestamp\":0},\"offsetTable\":{\"3\":99,\"4\":1}}");
    }

    @Test
    void shouldReadGroupsOfBothGenerations() {
        SubscriptionGroupWrapper groups = decode(
                "{\"dataVersion\":{\"counter\":3,\"stateVersion\":0,\"timestamp\":1700000000000},"
                        + "\"forbiddenTable\":{\"CG\":{\"T1\":4}},\"subscriptionGroupTable\":{\"CG\":{\"groupName\":\"CG\","
                        + "\"consumeEnable\":true,\"retryQueueNums\":1,\"retryMaxTimes\":16}}}",
                SubscriptionGroupWrapper.class);
        assertThat(groups.forbiddenTable().get("CG")).containsEntry("T1", 4);
        SubscriptionGroupConfig config = groups.subscriptionGroupTable().get("CG");
        assertThat(config.groupName()).isEqualTo("CG");
        assertThat(new String(Json.encode(config), UTF_8))
                .isEqualTo("{\"attributes\":{},\"brokerId\":0,\"consumeBroadcastEnable\":true,\"consumeEnable\":true,"
                        + "\"consumeFromMinEnable\":true,\"consumeMessageOrderly\":false,\"consumeTimeoutMinute\":15,"
                        + "\"groupName\":\"CG\",\"groupRetryPolicy\":{\"type\":\"CUSTOMIZED\"},\"groupSysFlag\":0,"
                        + "\"notifyConsumerIdsChangedEnable\":true,\"retryMaxTimes\":16,\"retryQueueNums\":1,"
                        + "\"whichBrokerWhenConsumeSlowly\":1}");
    }

    @Test
    void shouldWriteAdminAnswers() {
        shouldBothWays(TopicList.of(List.of("T1", "T2")), "{\"topicList\":[\"T1\",\"T2\"]}");
        shouldBothWays(
                new ClusterInfo(Map.of(), Map.of("C1", Set.of("broker-a"))),
                "{\"brokerAddrTable\":{},\"clusterAddrTable\":{\"C1\":[\"broker-a\"]}}");
        shouldBothWays(
                new ConsumerConnection(
                        Set.of(),
                        Map.of(),
                        ConsumeType.CONSUME_PASSIVELY,
                        MessageModel.CLUSTERING,
                        ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET),
                "{\"connectionSet\":[],\"consumeFromWhere\":\"CONSUME_FROM_LAST_OFFSET\",\"consumeType\":\"CONSUME_PASSIVELY\","
                        + "\"messageModel\":\"CLUSTERING\",\"subscriptionTable\":{}}");
        shouldBothWays(
                new ConsumeMessageDirectlyResult(false, true, CMResult.CR_SUCCESS, null, 3),
                "{\"autoCommit\":true,\"consumeResult\":\"CR_SUCCESS\",\"order\":false,\"spentTimeMills\":3}");
        shouldBothWays(new QueryCorrectionOffsetBody(Map.of(0, 12L)), "{\"correctionOffsets\":{\"0\":12}}");
        shouldBothWays(
                new ProducerTableInfo(Map.of(
                        "PG",
                        List.of(new ProducerInfo("id", "/10.0.0.9:51022", LanguageCode.JAVA, 479, 1700000000000L)))),
                "{\"data\":{\"PG\":[{\"clientId\":\"id\",\"language\":\"JAVA\",\"lastUpdateTimestamp\":1700000000000,"
                        + "\"remoteIP\":\"/10.0.0.9:51022\",\"version\":479}]}}");
    }

    private static void shouldBothWays(Object value, String json) {
        assertThat(new String(Json.encode(value), UTF_8)).isEqualTo(json);
        assertThat((Object) decode(json, value.getClass())).isEqualTo(value);
    }

    private static <T> T decode(String json, Class<T> type) {
        return Json.decodeText(json, type);
    }
}
