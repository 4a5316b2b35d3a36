package io.ferrymq.distribution.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultLitePullConsumer;
import io.ferrymq.client.consumer.MessageSelector;
import io.ferrymq.client.consumer.store.LocalFileOffsetStore;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageClientExt;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ConsumerRunningInfo;
import io.ferrymq.remoting.protocol.body.GetConsumerStatusBody;
import io.ferrymq.remoting.protocol.header.ConsumeMessageDirectlyRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerRunningInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerStatusRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.ResetOffsetRequestHeader;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application gets that polls: each message, in order, from where it said; and what it commits. */
class LitePullTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final long POLL_MS = 200;

    @TempDir
    static Path directory;

    private static LocalCluster cluster;
    private static DefaultMQProducer producer;

    @BeforeAll
    static void start() throws Exception {
        cluster = LocalCluster.start(directory, LocalCluster.BROKER);
        producer = cluster.producer();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static MessageQueue queue(String topic, int id) {
        return new MessageQueue(topic, LocalCluster.BROKER, id);
    }

    private static DefaultLitePullConsumer started(String group, String topic) throws MQClientException {
        DefaultLitePullConsumer consumer = cluster.litePullConsumer(group);
        consumer.subscribe(topic, "*");
        consumer.start();
        return consumer;
    }

    private static List<String> pollUntil(DefaultLitePullConsumer consumer, int count) {
        List<String> bodies = new ArrayList<>();
        polling().until(() -> {
            consumer.poll(POLL_MS).forEach(message -> bodies.add(body(message)));
            return bodies.size() >= count;
        });
        return bodies;
    }

    private static ConditionFactory polling() {
        return await().atMost(LONG).pollDelay(Duration.ZERO).pollInterval(Duration.ofNanos(1));
    }

    @SuppressWarnings("deprecation") // Applications of the published clients call it so.
    private static void commitSync(DefaultLitePullConsumer consumer) {
        consumer.commitSync();
    }

    private static String body(MessageExt message) {
        return new String(message.getBody(), StandardCharsets.UTF_8);
    }

    private static List<String> numbers(int from, int count) {
        return IntStream.range(from, from + count).mapToObj(Integer::toString).toList();
    }

    @Test
    void shouldPollEverythingOnceAndGoOnAfterARestart() throws Exception {
        cluster.createTopic("All", 4);
        cluster.send(producer, "All", 0, 200);
        DefaultLitePullConsumer first = started("all", "All");
        assertThat(pollUntil(first, 200)).containsExactlyInAnyOrderElementsOf(numbers(0, 200));
        assertThat(first.assignment()).hasSize(4);
        first.shutdown();
        assertThat(first.isRunning()).isFalse();
        cluster.send(producer, "All", 200, 50);

        DefaultLitePullConsumer second = started("all", "All");

        assertThat(pollUntil(second, 50)).containsExactlyInAnyOrderElementsOf(numbers(200, 50));
        assertThat(second.poll(POLL_MS)).isEmpty();
        assertThat(second.buildMQClientId()).endsWith("@STREAM");
    }

    @Test
    @DisplayName("What the newest poll gave is committed by a commit or the next poll, not before")
    void shouldCommitOnlyWhatEarlierPollsGave() throws Exception {
        cluster.createTopic("Earlier", 1);
        MessageQueue queue = queue("Earlier", 0);
        cluster.sendTo(producer, queue, 0, 30);
        DefaultLitePullConsumer consumer = cluster.litePullConsumer("earlier");
        consumer.setAutoCommit(false);
        consumer.assign(List.of(queue));
        consumer.start();
        List<MessageExt> given = new ArrayList<>();
        await().atMost(LONG).until(() -> given.addAll(consumer.poll(POLL_MS)));
        assertThat(given).hasSize(10);

        consumer.commit(Map.of(queue, 4L), true);
        assertThat(committedAtBroker("earlier", queue)).isEqualTo(4);
        assertThat(consumer.committed(queue)).isEqualTo(4);
        consumer.commit(Set.of(queue), true);
        assertThat(committedAtBroker("earlier", queue)).isEqualTo(10);

        consumer.poll(POLL_MS);
        consumer.poll(POLL_MS);
        consumer.shutdown();
        // Without automatic commits the end commits nothing either.
        assertThat(committedAtBroker("earlier", queue)).isEqualTo(10);
    }

    private static long committedAtBroker(String group, MessageQueue queue) {
        Reply reply = cluster.call(
                LocalCluster.BROKER,
                Request.of(
                        RequestCode.QUERY_CONSUMER_OFFSET,
                        new QueryConsumerOffsetRequestHeader(group, queue.getTopic(), queue.getQueueId(), false)));
        return reply.isSuccess() ? reply.header(OffsetResponseHeader.class).offset() : -1;
    }

    @Test
    void shouldHandOutNothingOfBeforeAfterASeek() throws Exception {
        cluster.createTopic("Seek", 1);
        MessageQueue queue = queue("Seek", 0);
        cluster.sendTo(producer, queue, 0, 100);
        DefaultLitePullConsumer consumer = cluster.litePullConsumer("seek");
        consumer.assign(List.of(queue));
        consumer.start();
        pollUntil(consumer, 30);

        consumer.seek(queue, 70);
        assertThat(pollUntil(consumer, 30)).containsExactlyElementsOf(numbers(70, 30));
        consumer.seekToBegin(queue);
        assertThat(pollUntil(consumer, 100)).containsExactlyElementsOf(numbers(0, 100));
        consumer.seekToEnd(queue);
        assertThat(consumer.poll(POLL_MS)).isEmpty();
        cluster.sendTo(producer, queue, 100, 1);
        assertThat(pollUntil(consumer, 1)).containsExactly("100");
        commitSync(consumer);
        assertThat(committedAtBroker("seek", queue)).isEqualTo(101);

        // The application wants to read again: this is committed, too.
        consumer.seek(queue, 5);
        commitSync(consumer);
        assertThat(committedAtBroker("seek", queue)).isEqualTo(5);

        assertThatThrownBy(() -> consumer.seek(queue, 102))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("102")
                .hasMessageContaining("max offset 101");
        assertThatThrownBy(() -> consumer.seek(queue("Seek", 7), 0)).hasMessageContaining("not in assigned list");
    }

    @Test
    void shouldKeepMessagesOfPausedQueuesBack() throws Exception {
        cluster.createTopic("Pause", 2);
        cluster.sendTo(producer, queue("Pause", 0), 0, 50);
        cluster.sendTo(producer, queue("Pause", 1), 100, 50);
        DefaultLitePullConsumer consumer = cluster.litePullConsumer("pause");
        consumer.assign(List.of(queue("Pause", 0), queue("Pause", 1)));
        consumer.start();
        pollUntil(consumer, 20);
        consumer.pause(List.of(queue("Pause", 0)));

        List<Integer> queues = new ArrayList<>();
        await().during(Duration.ofMillis(500)).atMost(LONG).until(() -> {
            consumer.poll(50).forEach(message -> queues.add(message.getQueueId()));
            return !queues.contains(0);
        });

        consumer.resume(List.of(queue("Pause", 0)));
        Set<String> rest = new HashSet<>(pollUntil(consumer, 1));
        assertThat(rest).allMatch(body -> Integer.parseInt(body) < 100);
    }

    @Test
    void shouldWantTopicsOrQueuesButNotBoth() throws Exception {
        DefaultLitePullConsumer subscribing = cluster.litePullConsumer("both");
        subscribing.subscribe("Both");
        assertThatThrownBy(() -> subscribing.assign(List.of(queue("Both", 0))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Subscribe and assign are mutually exclusive");
        DefaultLitePullConsumer assigning = cluster.litePullConsumer("both");
        assigning.assign(List.of(queue("Both", 0)));
        assertThatThrownBy(() -> assigning.subscribe("Both"))
                .isInstanceOf(MQClientException.class)
                .hasRootCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> assigning.poll(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldPollWhatExpressionsSelect() throws Exception {
        cluster.createTopic("Select", 1);
        for (int i = 0; i < 20; i++) {
            Message message = new Message(
                    "Select", i % 2 == 0 ? "even" : "odd", Integer.toString(i).getBytes(StandardCharsets.UTF_8));
            producer.send(message);
        }
        DefaultLitePullConsumer byTag = cluster.litePullConsumer("by-tag");
        byTag.setSubExpressionForAssign("Select", "odd");
        byTag.assign(List.of(queue("Select", 0)));
        byTag.start();
        DefaultLitePullConsumer selecting = cluster.litePullConsumer("selecting");
        selecting.subscribe("Select", MessageSelector.byTag("even || none"));
        selecting.start();

        assertThat(pollUntil(byTag, 10)).allMatch(body -> Integer.parseInt(body) % 2 == 1);
        assertThat(pollUntil(selecting, 10)).allMatch(body -> Integer.parseInt(body) % 2 == 0);
        commitSync(byTag);
        assertThat(committedAtBroker("by-tag", queue("Select", 0))).isEqualTo(20);
    }

    @Test
    void shouldShareQueuesWithoutLossOrRepetitionWhenMembersComeAndGo() throws Exception {
        cluster.createTopic("Share", 4);
        cluster.send(producer, "Share", 0, 200);
        Map<String, Set<MessageQueue>> told = new ConcurrentHashMap<>();
        DefaultLitePullConsumer first = cluster.litePullConsumer("share");
        first.subscribe("Share", "*", (topic, all, own) -> told.put(topic + all.size(), own));
        first.start();
        List<String> bodies = new CopyOnWriteArrayList<>(pollUntil(first, 100));
        DefaultLitePullConsumer second = started("share", "Share");

        polling().until(() -> {
            first.poll(20).forEach(message -> bodies.add(body(message)));
            second.poll(20).forEach(message -> bodies.add(body(message)));
            return bodies.size() >= 200
                    && first.assignment().size() == 2
                    && second.assignment().size() == 2;
        });
        assertThat(told.get("Share4")).hasSize(2);
        second.shutdown();
        cluster.send(producer, "Share", 200, 40);
        bodies.addAll(pollUntil(first, 40));

        assertThat(bodies).containsExactlyInAnyOrderElementsOf(numbers(0, 240));
    }

    @Test
    @DisplayName("UP-065: a new group starts at the end of a young topic, or at its time")
    void up065_shouldStartWhereItIsSaidOnAYoungTopic() throws Exception {
        cluster.createTopic("Young", 1);
        cluster.sendTo(producer, queue("Young", 0), 0, 20);
        DefaultLitePullConsumer consumer = cluster.litePullConsumer("young");
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET);
        consumer.subscribe("Young", "*");
        consumer.start();
        await().atMost(LONG).until(() -> committedAtBroker("young", queue("Young", 0)) == 20);
        assertThat(consumer.poll(POLL_MS)).isEmpty();

        cluster.sendTo(producer, queue("Young", 0), 20, 5);

        assertThat(pollUntil(consumer, 5)).containsExactlyElementsOf(numbers(20, 5));
    }

    @Test
    void shouldTellOfNewQueuesOfAWatchedTopic() throws Exception {
        cluster.createTopic("Watched", 2);
        List<Integer> sizes = new CopyOnWriteArrayList<>();
        DefaultLitePullConsumer consumer = cluster.litePullConsumer("watch");
        consumer.setTopicMetadataCheckIntervalMillis(200);
        consumer.registerTopicMessageQueueChangeListener("Watched", (topic, queues) -> sizes.add(queues.size()));
        consumer.assign(List.of(queue("Watched", 0)));
        consumer.start();

        cluster.createTopic("Watched", 5);

        await().atMost(LONG).until(() -> sizes.equals(List.of(5)));
        assertThat(consumer.fetchMessageQueues("Watched")).hasSize(5);
        assertThat(consumer.offsetForTimestamp(queue("Watched", 0), 0L)).isZero();
    }

    @Test
    @DisplayName("UP-066: a position beyond the end moves to the end, not to the beginning")
    void up066_shouldGoOnAtTheEndWhenThePositionIsBeyondIt() throws Exception {
        cluster.createTopic("Beyond", 1);
        MessageQueue queue = queue("Beyond", 0);
        cluster.sendTo(producer, queue, 0, 20);
        commit("beyond", queue, 900);
        DefaultLitePullConsumer consumer = started("beyond", "Beyond");
        await().atMost(LONG).until(() -> consumer.assignment().contains(queue));
        assertThat(consumer.poll(POLL_MS)).isEmpty();

        cluster.sendTo(producer, queue, 20, 3);

        assertThat(pollUntil(consumer, 3)).containsExactlyElementsOf(numbers(20, 3));
        commitSync(consumer);
        assertThat(committedAtBroker("beyond", queue)).isEqualTo(23);
    }

    private static void commit(String group, MessageQueue queue, long offset) throws MQClientException {
        DefaultLitePullConsumer consumer = cluster.litePullConsumer(group);
        consumer.setAutoCommit(false);
        consumer.assign(List.of(queue));
        consumer.start();
        polling().until(() -> !consumer.poll(POLL_MS).isEmpty());
        consumer.commit(Map.of(queue, offset), true);
        consumer.shutdown();
        assertThat(committedAtBroker(group, queue)).isEqualTo(offset);
    }

    @Test
    @DisplayName(
            "UP-197: a reset takes effect at once, whether queues are shared out or assigned, and no commit undoes it")
    void up197_shouldReadAgainAfterAResetWhileOnLine() throws Exception {
        cluster.createTopic("Reset", 1);
        MessageQueue queue = queue("Reset", 0);
        cluster.sendTo(producer, queue, 0, 50);
        DefaultLitePullConsumer subscribing = started("reset", "Reset");
        DefaultLitePullConsumer assigning = cluster.litePullConsumer("reset-assigned");
        assigning.assign(List.of(queue));
        assigning.start();
        pollUntil(subscribing, 50);
        pollUntil(assigning, 50);

        assertThat(reset("reset", "Reset")).isTrue();
        assertThat(reset("reset-assigned", "Reset")).isTrue();
        subscribing.commit();
        assigning.commit();

        List<String> again = pollUntil(subscribing, 10);
        assertThat(committedAtBroker("reset", queue)).isLessThanOrEqualTo(again.size());
        again.addAll(pollUntil(subscribing, 50 - again.size()));
        assertThat(again).containsExactlyElementsOf(numbers(0, 50));
        assertThat(pollUntil(assigning, 50)).containsExactlyElementsOf(numbers(0, 50));
        commitSync(subscribing);
        assertThat(committedAtBroker("reset", queue)).isEqualTo(50);
    }

    // From the beginning of time, forced.
    private static boolean reset(String group, String topic) {
        return cluster.call(
                        LocalCluster.BROKER,
                        Request.of(
                                RequestCode.INVOKE_BROKER_TO_RESET_OFFSET,
                                new ResetOffsetRequestHeader(topic, group, 0, true, null, null)))
                .isSuccess();
    }

    @Test
    void shouldTellToolsWhatItDoesAndRefuseWhatItCannot() throws Exception {
        cluster.createTopic("Tools", 1);
        MessageQueue queue = queue("Tools", 0);
        cluster.sendTo(producer, queue, 0, 10);
        DefaultLitePullConsumer consumer = started("tools", "Tools");
        List<MessageExt> messages = new ArrayList<>();
        polling().until(() -> messages.addAll(consumer.poll(POLL_MS)));
        commitSync(consumer);

        Reply running = cluster.call(
                LocalCluster.BROKER,
                Request.of(
                        RequestCode.GET_CONSUMER_RUNNING_INFO,
                        new GetConsumerRunningInfoRequestHeader("tools", consumer.buildMQClientId(), true)));
        ConsumerRunningInfo info = Json.decode(running.body(), ConsumerRunningInfo.class);
        assertThat(info.properties())
                .containsEntry(ConsumerRunningInfo.PROP_CONSUME_TYPE, "CONSUME_ACTIVELY")
                .containsEntry("autoCommit", "true");
        assertThat(info.mqTable()).containsKey(queue);
        assertThat(info.mqTable().get(queue).commitOffset()).isEqualTo(10);
        assertThat(info.jstack()).contains("ConsumerCoordinator_tools");

        Reply status = cluster.call(
                LocalCluster.BROKER,
                Request.of(
                        RequestCode.INVOKE_BROKER_TO_GET_CONSUMER_STATUS,
                        new GetConsumerStatusRequestHeader("Tools", "tools", null)));
        assertThat(Json.decode(status.body(), GetConsumerStatusBody.class)
                        .consumerTable()
                        .get(consumer.buildMQClientId()))
                .containsEntry(queue, 10L);

        Reply direct = cluster.call(
                LocalCluster.BROKER,
                Request.of(
                        RequestCode.CONSUME_MESSAGE_DIRECTLY,
                        new ConsumeMessageDirectlyRequestHeader(
                                "tools",
                                consumer.buildMQClientId(),
                                ((MessageClientExt) messages.get(0)).getOffsetMsgId(),
                                "Tools",
                                null,
                                null,
                                null)));
        assertThat(direct.isSuccess()).isFalse();
        assertThat(direct.remark()).contains("has no listener");
    }

    @Test
    @DisplayName("Polls commit what earlier polls gave, and the next pull tells the broker")
    void shouldCommitByItself() throws Exception {
        cluster.createTopic("Itself", 1);
        MessageQueue queue = queue("Itself", 0);
        cluster.sendTo(producer, queue, 0, 10);
        DefaultLitePullConsumer consumer = cluster.litePullConsumer("itself");
        consumer.setAutoCommitIntervalMillis(1_000);
        consumer.subscribe("Itself", "*");
        consumer.start();
        pollUntil(consumer, 10);

        polling().until(() -> {
            consumer.poll(POLL_MS);
            return consumer.committed(queue) == 10;
        });
        cluster.sendTo(producer, queue, 10, 1);
        await().atMost(LONG).until(() -> committedAtBroker("itself", queue) == 10);
    }

    @Test
    void shouldKnowTopicsWithoutTheirNamespace() throws Exception {
        cluster.createTopic("NS%Spaced", 1);
        cluster.sendTo(producer, queue("NS%Spaced", 0), 0, 5);
        DefaultLitePullConsumer consumer = cluster.litePullConsumer("spaced");
        consumer.setNamespace("NS");
        List<String> told = new CopyOnWriteArrayList<>();
        consumer.subscribe("Spaced", "*", (topic, all, own) -> told.add(topic + own));
        consumer.start();
        List<MessageExt> messages = new ArrayList<>();
        polling().until(() -> {
            messages.addAll(consumer.poll(POLL_MS));
            return messages.size() == 5;
        });

        assertThat(messages).allMatch(message -> message.getTopic().equals("Spaced"));
        assertThat(consumer.assignment()).containsExactly(queue("Spaced", 0));
        assertThat(told).containsExactly("Spaced" + Set.of(queue("Spaced", 0)));
        consumer.commit(Set.of(queue("Spaced", 0)), true);
        assertThat(committedAtBroker("NS%spaced", queue("NS%Spaced", 0))).isEqualTo(5);
        consumer.seek(queue("Spaced", 0), 3);
        assertThat(pollUntil(consumer, 2)).containsExactly("3", "4");
    }

    private static DefaultLitePullConsumer broadcasting(String instance) throws MQClientException {
        DefaultLitePullConsumer consumer = cluster.litePullConsumer("everyone");
        consumer.setMessageModel(MessageModel.BROADCASTING);
        consumer.setInstanceName(instance);
        consumer.setOffsetStore(
                new LocalFileOffsetStore(directory.resolve("offsets"), consumer.buildMQClientId(), "everyone"));
        consumer.subscribe("Everyone", "*");
        consumer.start();
        return consumer;
    }

    @Test
    void shouldGiveEveryoneEverythingWhenBroadcasting() throws Exception {
        cluster.createTopic("Everyone", 2);
        cluster.send(producer, "Everyone", 0, 20);
        DefaultLitePullConsumer one = broadcasting("one");
        DefaultLitePullConsumer two = broadcasting("two");
        assertThat(pollUntil(one, 20)).containsExactlyInAnyOrderElementsOf(numbers(0, 20));
        assertThat(pollUntil(two, 20)).containsExactlyInAnyOrderElementsOf(numbers(0, 20));
        one.shutdown();
        cluster.send(producer, "Everyone", 20, 10);

        assertThat(pollUntil(broadcasting("one"), 10)).containsExactlyInAnyOrderElementsOf(numbers(20, 10));
        assertThat(pollUntil(two, 10)).containsExactlyInAnyOrderElementsOf(numbers(20, 10));
    }

    @Test
    void shouldLeaveTraces() throws Exception {
        cluster.createTopic("Traced", 1);
        cluster.createTopic("TracesOfLite", 1);
        cluster.send(producer, "Traced", 0, 3);
        DefaultLitePullConsumer consumer = cluster.litePullConsumer("traced");
        consumer.setEnableMsgTrace(true);
        consumer.setCustomizedTraceTopic("TracesOfLite");
        consumer.subscribe("Traced");
        consumer.start();
        pollUntil(consumer, 3);
        consumer.commit();

        DefaultLitePullConsumer traces = started("traces", "TracesOfLite");
        StringBuilder text = new StringBuilder();
        polling().until(() -> {
            traces.poll(POLL_MS).forEach(message -> text.append(body(message)));
            return text.indexOf("SubBefore") >= 0 && text.indexOf("SubAfter") >= 0;
        });
    }
}
