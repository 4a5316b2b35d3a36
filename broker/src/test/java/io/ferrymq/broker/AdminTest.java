package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.TopicFilterType;
import io.ferrymq.common.config.PropertiesText;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.GroupForbidden;
import io.ferrymq.remoting.protocol.body.KVTable;
import io.ferrymq.remoting.protocol.body.SubscriptionGroupWrapper;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.body.TopicList;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.DeleteSubscriptionGroupRequestHeader;
import io.ferrymq.remoting.protocol.header.DeleteTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.GetSubscriptionGroupConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.GetTopicConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.UpdateGroupForbiddenRequestHeader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminTest {
    @TempDir
    private Path store;

    private TestBroker broker;

    @BeforeEach
    void start() {
        broker = TestBroker.start(store);
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    @Test
    void shouldCreateChangeShowAndDeleteATopic() throws Exception {
        assertThat(broker.createTopic("T", 8).code()).isZero();
        assertThat(broker.createTopic("T", 4).code()).isZero();
        TopicConfig topic = Json.decode(
                broker.call(Request.of(RequestCode.GET_TOPIC_CONFIG, new GetTopicConfigRequestHeader("T", null)))
                        .body(),
                TopicConfig.class);
        assertThat(topic).isEqualTo(TopicConfig.of("T", 4));
        assertThat(store.resolve("config/topics.json")).content().contains("\"T\"", "\"writeQueueNums\" : 4");

        Reply all = broker.call(Request.of(RequestCode.GET_ALL_TOPIC_CONFIG));
        assertThat(Json.decode(all.body(), TopicConfigSerializeWrapper.class).topicConfigTable())
                .containsKeys("T", "TBW102", "SCHEDULE_TOPIC_XXXX", "broker-a", "DefaultCluster");

        assertThat(delete("T").code()).isZero();
        assertThat(delete("T").code()).as("deleting twice is no error").isZero();
        assertThat(broker.call(Request.of(RequestCode.GET_TOPIC_CONFIG, new GetTopicConfigRequestHeader("T", null)))
                        .code())
                .isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
    }

    private Reply delete(String topic) throws Exception {
        return broker.call(Request.of(RequestCode.DELETE_TOPIC_IN_BROKER, new DeleteTopicRequestHeader(topic)));
    }

    @Test
    void shouldProtectSystemTopicsAndListThem() throws Exception {
        assertThat(delete("TBW102").code()).isEqualTo(ResponseCode.INVALID_PARAMETER);
        Reply create = broker.createTopic("SCHEDULE_TOPIC_XXXX", 1);
        assertThat(create.code()).isEqualTo(ResponseCode.INVALID_PARAMETER);
        assertThat(create.remark()).isEqualTo("The topic[SCHEDULE_TOPIC_XXXX] is conflict with system topic.");
        Reply list = broker.call(Request.of(RequestCode.GET_SYSTEM_TOPIC_LIST_FROM_BROKER));
        assertThat(Json.decode(list.body(), TopicList.class).topicList())
                .contains("TBW102", "broker-a", "DefaultCluster", "rmq_sys_REVIVE_LOG_DefaultCluster");
    }

    @Test
    void shouldMergeAttributes() throws Exception {
        assertThat(attributes("A", "+message.type=FIFO").code()).isZero();
        Reply fixed = attributes("A", "+queue.type=BatchCQ");
        assertThat(fixed.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(fixed.remark()).contains("queue.type", "cannot be changed");
        assertThat(attributes("A", "+message.type=MIXED").remark()).contains("enableMixedMessageType");
        assertThat(attributes("A", null).code()).isZero();
        Reply kept = broker.call(Request.of(RequestCode.GET_TOPIC_CONFIG, new GetTopicConfigRequestHeader("A", null)));
        assertThat(Json.decode(kept.body(), TopicConfig.class).attributes()).containsEntry("message.type", "FIFO");
    }

    private Reply attributes(String topic, String changes) throws Exception {
        return broker.call(Request.of(
                RequestCode.UPDATE_AND_CREATE_TOPIC,
                new CreateTopicRequestHeader(
                        topic, null, 1, 1, 6, TopicFilterType.SINGLE_TAG, null, false, changes, null)));
    }

    @Test
    void shouldKeepGroupsAndWhatTheyMayNotRead() throws Exception {
        SubscriptionGroupConfig group = SubscriptionGroupConfig.of("G").withRetry(2, 3);
        assertThat(broker.call(Request.of(RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, Json.encode(group)))
                        .code())
                .isZero();
        Reply forbidden = broker.call(Request.of(
                RequestCode.UPDATE_AND_GET_GROUP_FORBIDDEN, new UpdateGroupForbiddenRequestHeader("G", "T", false)));
        assertThat(Json.decode(forbidden.body(), GroupForbidden.class)).isEqualTo(new GroupForbidden("T", "G", false));
        SubscriptionGroupWrapper all = Json.decode(
                broker.call(Request.of(RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG))
                        .body(),
                SubscriptionGroupWrapper.class);
        assertThat(all.subscriptionGroupTable()).containsEntry("G", group).containsKey("TOOLS_CONSUMER");
        assertThat(all.forbiddenTable()).containsEntry("G", Map.of("T", 4));

        restart();
        Reply get = broker.call(
                Request.of(RequestCode.GET_SUBSCRIPTIONGROUP_CONFIG, new GetSubscriptionGroupConfigRequestHeader("G")));
        assertThat(Json.decode(get.body(), SubscriptionGroupConfig.class)).isEqualTo(group);
        assertThat(broker.call(Request.of(
                                RequestCode.DELETE_SUBSCRIPTIONGROUP,
                                DeleteSubscriptionGroupRequestHeader.of("G", true)))
                        .code())
                .isZero();
        assertThat(store.resolve("config/subscriptionGroup.json")).content().doesNotContain("\"G\"");
    }

    private void restart() {
        broker.close();
        broker = TestBroker.start(store);
    }

    @Test
    void shouldRefuseGroupsWithIllegalNamesOrAttributes() throws Exception {
        Reply name = broker.call(Request.of(
                RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, Json.encode(SubscriptionGroupConfig.of("a b"))));
        assertThat(name.code()).isEqualTo(ResponseCode.INVALID_PARAMETER);
        assertThat(name.remark()).contains("' ' at position 1");
        Reply junk = broker.call(
                Request.of(RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, "{".getBytes(StandardCharsets.UTF_8)));
        assertThat(junk.code()).isEqualTo(ResponseCode.INVALID_PARAMETER);
    }

    @Test
    void shouldShowRuntimeFiguresThatToolsReadBlindly() throws Exception {
        broker.createTopic("T", 1);
        broker.send("T", 0, Map.of(), new byte[100]);
        Map<String, String> info = Json.decode(
                        broker.call(Request.of(RequestCode.GET_BROKER_RUNTIME_INFO))
                                .body(),
                        KVTable.class)
                .table();
        assertThat(info)
                .containsEntry("msgPutTotalTodayNow", "1")
                .containsKeys(
                        "brokerVersionDesc",
                        "getTransferredTps",
                        "getTransferedTps",
                        "msgGetTotalYesterdayMorning",
                        "sendThreadPoolQueueSize",
                        "pullThreadPoolQueueHeadWaitTimeMills",
                        "timerCongestNum",
                        "timerDequeueTps",
                        "pageCacheLockTimeMills",
                        "earliestMessageTimeStamp");
        assertThat(Double.parseDouble(info.get("commitLogDiskRatio"))).isBetween(0.0, 1.0);
        assertThat(Double.parseDouble(info.get("putMessageAverageSize"))).isGreaterThan(100);
        assertThat(info.get("putTps").split(" ")).hasSize(3);
        assertThat(info.get("runtime")).matches("\\[ \\d+ days, \\d+ hours, \\d+ minutes, \\d+ seconds ]");
    }

    @Test
    void shouldShowAllSettings() throws Exception {
        Reply reply = broker.call(Request.of(RequestCode.GET_BROKER_CONFIG));
        assertThat(reply.fields().get("version")).contains("\"counter\":0");
        assertThat(PropertiesText.parse(new String(reply.body(), StandardCharsets.UTF_8))
                        .toMap())
                .containsEntry("brokerName", "broker-a")
                .containsEntry("fileReservedTime", "72")
                .containsEntry("traceTopicEnable", "false");
    }

    @Test
    void shouldCleanOnRequest() throws Exception {
        for (int code : new int[] {
            RequestCode.CLEAN_EXPIRED_CONSUMEQUEUE, RequestCode.CLEAN_UNUSED_TOPIC, RequestCode.DELETE_EXPIRED_COMMITLOG
        }) {
            assertThat(broker.call(Request.of(code)).code()).isZero();
        }
    }
}
