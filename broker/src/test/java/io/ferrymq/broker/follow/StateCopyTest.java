package io.ferrymq.broker.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.broker.TestBroker;
import io.ferrymq.broker.admin.Paging;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.delay.DelayOffsets;
import io.ferrymq.broker.group.GroupTables;
import io.ferrymq.broker.group.SubscriptionGroups;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.broker.offset.OffsetFile;
import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.broker.topic.TopicTables;
import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.GetAllTopicConfigResponseHeader;
import io.ferrymq.store.StoreAdmin;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies from a master that answers what the test wants, over a real connection, into real tables and files. */
class StateCopyTest {
    private static final String VERSION =
            "\"dataVersion\":{\"counter\":7,\"stateVersion\":0,\"timestamp\":1700000000000}";
    private static final String TOPICS =
            "{" + VERSION + ",\"topicConfigTable\":{" + topic("T1") + "," + topic("T2") + "}}";
    private static final String GROUPS = "{" + VERSION
            + ",\"forbiddenTable\":{\"G1\":{\"T1\":4}},\"subscriptionGroupTable\":{\"G1\":{\"groupName\":\"G1\",\"retryMaxTimes\":3},"
            + "\"G2\":{\"groupName\":\"G2\"}}}";
    private static final String OFFSETS = "{" + VERSION + ",\"offsetTable\":{\"T1@G1\":{\"0\":5,\"1\":7}},"
            + "\"ferrymqNotes\":{\"moves\":{},\"forgotten\":0,\"here\":{}}}";
    private static final String DELAYS = "{" + VERSION + ",\"offsetTable\":{\"1\":100,\"3\":5}}";
    private static final String MODES =
            "{\"messageRequestModeMap\":{\"T1\":{\"G1\":{\"topic\":\"T1\",\"consumerGroup\":\"G1\",\"mode\":\"POP\",\"popShareQueueNum\":-1}}}}";

    @TempDir
    private Path dir;

    private final IoThreads threads = new IoThreads("test-slave", 1);
    private final RemotingClient client =
            new RemotingClient(threads, RemotingSettings.defaults(), HandlerTable.empty());
    private final List<String> storeCalls = new ArrayList<>();
    private ScriptedMaster master;
    private TopicTable topics;
    private SubscriptionGroups groups;
    private ConsumerOffsets offsets;
    private DelayOffsets delays;
    private RequestModes modes;
    private StateCopier copier;
    private String problem;

    private static String topic(String name) {
        return "\"" + name
                + "\":{\"attributes\":{},\"order\":false,\"perm\":6,\"readQueueNums\":8,\"topicFilterType\":\"SINGLE_TAG\","
                + "\"topicName\":\"" + name + "\",\"topicSysFlag\":0,\"writeQueueNums\":8}";
    }

    @BeforeEach
    void start() throws Exception {
        master = new ScriptedMaster();
        master.answers(RequestCode.GET_ALL_TOPIC_CONFIG, TOPICS);
        master.answers(RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG, GROUPS);
        master.answers(RequestCode.GET_ALL_CONSUMER_OFFSET, OFFSETS);
        master.answers(RequestCode.GET_ALL_DELAY_OFFSET, DELAYS);
        master.answers(RequestCode.GET_ALL_MESSAGE_REQUEST_MODE, MODES);
        topics = TopicTables.open(dir, () -> 1_000, Runnable::run);
        groups = GroupTables.open(
                dir, new LiveConfig(BrokerConfig.of(TestBroker.settings(dir))), () -> 1_000, Runnable::run);
        offsets = new ConsumerOffsets(() -> 1_000, 500, true);
        delays = DelayOffsets.load(dir, () -> 1_000);
        modes = RequestModes.open(dir);
        StoreAdmin store = (StoreAdmin) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {StoreAdmin.class}, (proxy, method, args) -> {
                    storeCalls.add(method.getName() + Arrays.toString(args));
                    return null;
                });
        copier = new StateCopier(
                List.of(
                        new TopicsState(topics, store),
                        new GroupsState(groups),
                        new PositionsState(offsets, new OffsetFile(dir, offsets), topics, groups),
                        new DelayState(delays),
                        new RequestModesState(modes)),
                client,
                master::address,
                address -> problem,
                () -> {});
    }

    @AfterEach
    void stop() {
        copier.close();
        client.close();
        threads.close();
        master.close();
    }

    /** Everything this slave has, in memory and on disk. */
    private Map<String, String> everything() throws Exception {
        Map<String, String> all = new TreeMap<>();
        all.put("topics", new TreeMap<>(topics.all()) + " " + topics.version());
        all.put("groups", new TreeMap<>(groups.all()) + " " + groups.forbidden() + " " + groups.version());
        all.put(
                "offsets",
                offsets.toWrapper().offsetTable() + " " + offsets.toWrapper().dataVersion());
        all.put("delays", delays.toWrapper().toString());
        all.put("modes", modes.all().toString());
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file : files.toList()) {
                all.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return all;
    }

    @Test
    void shouldKeepWhatItHasWhenTheMasterIsNotTheOneItIsACopyOf() throws Exception {
        copier.round();
        Map<String, String> before = everything();
        storeCalls.clear();
        master.answers(RequestCode.GET_ALL_TOPIC_CONFIG, TOPICS.replace("T1", "Another"));
        problem = "the log here ends at 1000, the master's at 0";
        copier.round();
        assertThat(everything()).isEqualTo(before);
        assertThat(storeCalls).isEmpty();
        problem = null;
        copier.round();
        assertThat(topics.find("T1")).isNull();
    }

    @Test
    void shouldTakeOverEachKindAndKeepIt() throws Exception {
        copier.round();
        assertThat(topics.all()).containsOnlyKeys("T1", "T2");
        assertThat(topics.version()).isEqualTo(new DataVersion(0, 1_700_000_000_000L, 7));
        assertThat(groups.all()).containsOnlyKeys("G1", "G2");
        assertThat(groups.find("G1").retryMaxTimes()).isEqualTo(3);
        assertThat(groups.mayRead("G1", "T1")).isFalse();
        assertThat(offsets.queues("G1", "T1")).isEqualTo(Map.of(0, 5L, 1, 7L));
        assertThat(delays.toWrapper().offsetTable()).isEqualTo(Map.of(1, 100L, 3, 5L));
        assertThat(modes.all()).containsKey("T1");
        assertThat(copier.hasCopied()).isTrue();
        assertThat(TopicTables.open(dir, () -> 1, Runnable::run).all()).containsOnlyKeys("T1", "T2");
        ConsumerOffsets reloaded = new ConsumerOffsets(() -> 1_000, 500, true);
        new OffsetFile(dir, reloaded).load();
        assertThat(reloaded.queues("G1", "T1")).isEqualTo(Map.of(0, 5L, 1, 7L));
        assertThat(DelayOffsets.load(dir, () -> 1).toWrapper().offsetTable()).isEqualTo(Map.of(1, 100L, 3, 5L));
        assertThat(RequestModes.open(dir).all()).isEqualTo(modes.all());
    }

    @Test
    void shouldNotWriteWhatHasNotChanged() throws Exception {
        copier.round();
        Map<String, Object> before = files();
        copier.round();
        assertThat(files()).isEqualTo(before).hasSizeGreaterThanOrEqualTo(5);
    }

    /** A file that is replaced is another file. */
    private Map<String, Object> files() throws Exception {
        Map<String, Object> keys = new TreeMap<>();
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file : files.toList()) {
                keys.put(file.getFileName().toString(), Files.getAttribute(file, "unix:ino"));
            }
        }
        return keys;
    }

    @Test
    void shouldUnderstandAMasterOf49() {
        String version = "\"dataVersion\":{\"counter\":2,\"timestamp\":1700000000000}";
        master.answers(
                RequestCode.GET_ALL_TOPIC_CONFIG,
                "{" + version + ",\"topicConfigTable\":{\"T1\":{\"order\":false,\"perm\":6,\"readQueueNums\":4,"
                        + "\"topicFilterType\":\"SINGLE_TAG\",\"topicName\":\"T1\",\"topicSysFlag\":0,\"writeQueueNums\":4}}}");
        master.answers(
                RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG,
                "{" + version + ",\"subscriptionGroupTable\":{\"G1\":{\"brokerId\":0,\"consumeBroadcastEnable\":true,"
                        + "\"consumeEnable\":true,\"consumeFromMinEnable\":true,\"groupName\":\"G1\","
                        + "\"notifyConsumerIdsChangedEnable\":true,\"retryMaxTimes\":16,\"retryQueueNums\":1,"
                        + "\"whichBrokerWhenConsumeSlowly\":1}}}");
        master.answers(RequestCode.GET_ALL_CONSUMER_OFFSET, "{\"offsetTable\":{\"T1@G1\":{0:5,1:7}}}");
        master.answers(RequestCode.GET_ALL_DELAY_OFFSET, "{\"offsetTable\":{1:100,3:5}}");
        master.fails(RequestCode.GET_ALL_MESSAGE_REQUEST_MODE, ResponseCode.REQUEST_CODE_NOT_SUPPORTED);
        copier.round();
        assertThat(copier.hasCopied()).isTrue();
        assertThat(topics.find("T1").readQueueNums()).isEqualTo(4);
        assertThat(groups.all()).containsOnlyKeys("G1");
        assertThat(offsets.queues("G1", "T1")).isEqualTo(Map.of(0, 5L, 1, 7L));
        assertThat(delays.toWrapper().offsetTable()).isEqualTo(Map.of(1, 100L, 3, 5L));
    }

    @Test
    void shouldReadPagesUntilAllIsThere() {
        Map<String, TopicConfig> all = new TreeMap<>();
        for (int i = 0; i < 4_500; i++) {
            all.put("T" + i, TopicConfig.of("T" + i, 1));
        }
        DataVersion[] version = {new DataVersion(0, 1, 1)};
        List<String> asked = new ArrayList<>();
        master.answers(RequestCode.GET_ALL_TOPIC_CONFIG, fields -> {
            asked.add(fields.get("topicSeq"));
            if (asked.size() == 2) {
                // Changed while it was read: begun anew.
                version[0] = new DataVersion(0, 1, 2);
            }
            Map<String, TopicConfig> page = Paging.page(
                    all,
                    version[0],
                    Integer.valueOf(fields.get("topicSeq")),
                    Integer.valueOf(fields.get("maxTopicNum")),
                    fields.get("dataVersion"));
            return Response.success(new GetAllTopicConfigResponseHeader(all.size()))
                    .withBody(Json.encode(new TopicsState.Body(version[0], page, Map.of())));
        });
        copier.round();
        assertThat(asked).containsExactly("0", "2000", "0", "2000", "4000");
        assertThat(topics.all()).hasSize(4_500);
        assertThat(topics.version()).isEqualTo(version[0]);
    }

    @Test
    @DisplayName("UP-150: a failed or partial answer of the master removes nothing and changes nothing")
    void up150_shouldChangeNothingByFailedOrPartialAnswers() throws Exception {
        copier.round();
        Map<String, String> before = everything();
        List<Integer> codes = List.of(
                RequestCode.GET_ALL_TOPIC_CONFIG,
                RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG,
                RequestCode.GET_ALL_CONSUMER_OFFSET,
                RequestCode.GET_ALL_DELAY_OFFSET,
                RequestCode.GET_ALL_MESSAGE_REQUEST_MODE);
        for (int code : codes) {
            for (String body : List.of(
                    "",
                    "null",
                    "[]",
                    "{}",
                    "{" + VERSION + "}",
                    TOPICS.substring(0, TOPICS.length() - 9),
                    "{" + VERSION + ",\"topicConfigTable\":{},\"subscriptionGroupTable\":{},\"offsetTable\":null,"
                            + "\"messageRequestModeMap\":null}",
                    "{" + VERSION + ",\"topicConfigTable\":{" + topic("T1") + ",\"T2\":null},"
                            + "\"subscriptionGroupTable\":{\"G1\":null},\"offsetTable\":{\"T1@G1\":null,\"1\":null},"
                            + "\"messageRequestModeMap\":{\"T1\":null}}",
                    "{" + VERSION + ",\"topicConfigTable\":{\"T9\":"
                            + topic("T1").substring(5) + "},"
                            + "\"subscriptionGroupTable\":{\"G9\":{\"groupName\":\"G1\"}},\"offsetTable\":7,"
                            + "\"messageRequestModeMap\":[]}")) {
                master.answers(code, body);
                copier.round();
                assertThat(everything()).as("code %d answered %s", code, body).isEqualTo(before);
            }
            master.fails(code, ResponseCode.SYSTEM_BUSY);
            copier.round();
            assertThat(everything()).as("code %d refused", code).isEqualTo(before);
        }
        master.answers(
                RequestCode.GET_ALL_TOPIC_CONFIG, fields -> Response.success(new GetAllTopicConfigResponseHeader(3))
                        .withBody(TOPICS.getBytes(StandardCharsets.UTF_8)));
        copier.round();
        assertThat(everything()).as("2 of 3 topics").isEqualTo(before);
        master.close();
        copier.round();
        assertThat(everything()).as("no master").isEqualTo(before);
    }

    @Test
    void shouldHoldUpNoOtherKindByOneThatCannotBeHad() {
        master.fails(RequestCode.GET_ALL_TOPIC_CONFIG, ResponseCode.SYSTEM_ERROR);
        copier.round();
        assertThat(copier.hasCopied()).isFalse();
        assertThat(topics.all()).isEmpty();
        assertThat(groups.all()).containsOnlyKeys("G1", "G2");
        assertThat(delays.toWrapper().offsetTable()).hasSize(2);
        master.answers(RequestCode.GET_ALL_TOPIC_CONFIG, TOPICS);
        copier.round();
        assertThat(copier.hasCopied()).isTrue();
        assertThat(topics.all()).hasSize(2);
    }

    @Test
    @DisplayName("UP-155: what the master deleted is deleted here, where it says in the log")
    void up155_shouldDeleteWithTheMaster() {
        copier.round();
        master.answers(
                RequestCode.GET_ALL_TOPIC_CONFIG,
                TOPICS.replace(",\"T2\":", ",\"T3\":").replace("\"topicName\":\"T2\"", "\"topicName\":\"T3\""));
        copier.round();
        assertThat(topics.all()).containsOnlyKeys("T1", "T3");
        assertThat(storeCalls).as("a master that does not say where").containsExactly("deleteTopic[T2]");
        storeCalls.clear();
        master.answers(
                RequestCode.GET_ALL_TOPIC_CONFIG,
                "{\"ferrymqDeletedTopics\":{\"T3\":512}," + VERSION + ",\"topicConfigTable\":{" + topic("T1") + "}}");
        copier.round();
        assertThat(topics.all()).containsOnlyKeys("T1");
        assertThat(storeCalls).containsExactly("deleteTopicBefore[T3, 512]");
    }

    @Test
    void shouldHandBackWhatWasCommittedHere() {
        copier.round();
        offsets.commit("G1", "T1", 0, 50, "consumer");
        offsets.commit("G-gone", "T1", 0, 50, "consumer");
        copier.round();
        assertThat(master.commits())
                .containsExactly(Map.of(
                        "consumerGroup",
                        "G1",
                        "topic",
                        "T1",
                        "queueId",
                        "0",
                        "commitOffset",
                        "50",
                        "ferrymqMove",
                        "0"));
        assertThat(offsets.committed("G1", "T1", 0)).isEqualTo(50);
        // A RocketMQ master: the same without the mark.
        master.answers(RequestCode.GET_ALL_CONSUMER_OFFSET, "{" + VERSION + ",\"offsetTable\":{\"T1@G1\":{0:5,1:3}}}");
        copier.round();
        assertThat(master.commits().get(1))
                .isEqualTo(Map.of("consumerGroup", "G1", "topic", "T1", "queueId", "0", "commitOffset", "50"));
        assertThat(offsets.queues("G1", "T1")).isEqualTo(Map.of(0, 50L, 1, 3L));
    }
}
