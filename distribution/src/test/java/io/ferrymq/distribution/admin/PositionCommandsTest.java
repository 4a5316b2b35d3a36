package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultLitePullConsumer;
import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.ConsumeOrderlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.admin.AdminShell.Outcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionCommandsTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private static Path folder;

    private static LocalCluster cluster;
    private static AdminShell mqadmin;

    @BeforeAll
    static void start() throws Exception {
        cluster = LocalCluster.start(folder, LocalCluster.BROKER);
        mqadmin = new AdminShell(cluster);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static void topicWith(String topic, int messages) {
        mqadmin.createTopic(topic, 1);
        for (int i = 0; i < messages; i++) {
            mqadmin.send(topic, 0, "m" + i);
        }
    }

    /** Where the group stands in queue 0, as consumerProgress shows it. */
    private static String position(String group, String topic) {
        return mqadmin.done("consumerProgress", "-g", group, "-t", topic)
                .row(topic)
                .get(4);
    }

    @Test
    @DisplayName("UP-196: 'now' is the end of each queue, for a group never seen too")
    void up196_shouldResetANeverSeenGroupToTheEnd() {
        topicWith("Now", 3);

        Outcome reset = mqadmin.done("resetOffsetByTime", "-g", "New", "-t", "Now", "-s", "now");

        assertThat(reset.out()).contains(String.format("%-40s  %-40s  %-40s", "#brokerName", "#queueId", "#offset"));
        assertThat(reset.row("broker-a")).containsExactly("broker-a", "0", "3");
        assertThat(position("New", "Now")).isEqualTo("3");
    }

    @Test
    @DisplayName("UP-198: to an offset, to the oldest, by a shift, by queue, with a dry run")
    void up198_shouldResetToOffsetsAndShowWhatItWouldDo() {
        topicWith("Exact", 4);
        mqadmin.done("updateSubGroup", "-c", LocalCluster.CLUSTER, "-g", "Exactly");

        mqadmin.done("resetOffsetByTime", "-g", "Exactly", "-t", "Exact", "-o", "2");
        assertThat(position("Exactly", "Exact")).isEqualTo("2");
        Outcome dry = mqadmin.done("resetOffsetByTime", "-g", "Exactly", "-t", "Exact", "-s", "earliest", "--dryRun");
        assertThat(dry.row("broker-a")).containsExactly("broker-a", "0", "4", "2", "0", "0");
        assertThat(position("Exactly", "Exact")).isEqualTo("2");
        mqadmin.done("resetOffsetByTime", "-g", "Exactly", "-t", "Exact", "--shift", "1", "-q", "0");
        assertThat(position("Exactly", "Exact")).isEqualTo("3");
        mqadmin.done("resetOffsetByTime", "-g", "Exactly", "-t", "Exact", "-s", "earliest");
        assertThat(position("Exactly", "Exact")).isEqualTo("0");
        assertThat(mqadmin.refused("resetOffsetByTime", "-g", "Exactly", "-t", "Exact", "-q", "0", "-o", "9"))
                .isEqualTo("resetOffsetByTime: offset 9 is outside of queue broker-a:0, which has 0 to 4");
    }

    @Test
    void shouldResetToATimeAndWithoutForceOnlyBack() {
        topicWith("Timed", 2);
        long between = System.currentTimeMillis();
        await().until(() -> System.currentTimeMillis() > between);
        mqadmin.send("Timed", 0, "late");
        mqadmin.done("updateSubGroup", "-c", LocalCluster.CLUSTER, "-g", "Timely");

        mqadmin.done("resetOffsetByTime", "-g", "Timely", "-t", "Timed", "-s", Long.toString(between + 1));
        assertThat(position("Timely", "Timed")).isEqualTo("2");
        mqadmin.done("resetOffsetByTime", "-g", "Timely", "-t", "Timed", "-s", "now", "-f", "false");
        assertThat(position("Timely", "Timed")).isEqualTo("2");
        assertThat(mqadmin.done("skipAccumulatedMessage", "-g", "Timely", "-t", "Timed", "--dryRun")
                        .out())
                .contains("nothing was changed");
        assertThat(position("Timely", "Timed")).isEqualTo("2");
        mqadmin.done("skipAccumulatedMessage", "-g", "Timely", "-t", "Timed");
        assertThat(position("Timely", "Timed")).isEqualTo("3");
        assertThat(mqadmin.refused("resetOffsetByTime", "-g", "Timely", "-t", "Timed", "-s", "yesterday"))
                .contains("'yesterday' is no time");
        assertThat(mqadmin.refused("resetOffsetByTime", "-g", "Timely", "-t", "Timed"))
                .contains("-s or -o or --shift");
    }

    @Test
    void shouldGiveAGroupThePositionsOfAnother() {
        topicWith("Cloned", 3);
        mqadmin.done("updateSubGroup", "-c", LocalCluster.CLUSTER, "-g", "Original");
        mqadmin.done("updateSubGroup", "-c", LocalCluster.CLUSTER, "-g", "Copy");
        mqadmin.done("resetOffsetByTime", "-g", "Original", "-t", "Cloned", "-o", "2");

        Outcome cloned = mqadmin.done("cloneGroupOffset", "-s", "Original", "-d", "Copy", "-t", "Cloned");

        assertThat(cloned.lines())
                .endsWith("clone group offset success. srcGroup[Original], destGroup=[Copy], topic[Cloned]");
        assertThat(position("Copy", "Cloned")).isEqualTo("2");
        assertThat(mqadmin.refused("cloneGroupOffset", "-s", "Void", "-d", "Copy", "-t", "Cloned"))
                .contains("group 'Void' has no position");
        assertThat(mqadmin.refused("cloneGroupOffset", "-s", "Copy", "-d", "Copy", "-t", "Cloned"))
                .contains("name the same group 'Copy'");
        assertThat(mqadmin.done("cloneGroupOffset", "-s", "Original", "-d", "Dry", "-t", "Cloned", "--dryRun")
                        .lines())
                .endsWith("nothing was changed (--dryRun)");
        assertThat(mqadmin.refused("consumerProgress", "-g", "Dry")).contains("'Dry'");
    }

    private static MessageListenerConcurrently into(Queue<String> bodies) {
        return (messages, context) -> {
            messages.forEach(message -> bodies.add(body(message)));
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        };
    }

    private static String body(MessageExt message) {
        return new String(message.getBody(), StandardCharsets.UTF_8);
    }

    /** Starts a consumer of a kind in a group named like its topic; returns its client id. */
    private static String startConsumer(String kind, String topic, Queue<String> bodies) throws Exception {
        if (kind.equals("litePull")) {
            DefaultLitePullConsumer consumer = new DefaultLitePullConsumer(topic);
            consumer.setNamesrvAddr(cluster.nameServerAddress());
            consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
            consumer.setAutoCommitIntervalMillis(1_000);
            consumer.subscribe(topic, "*");
            consumer.start();
            AtomicBoolean wanted = new AtomicBoolean(true);
            Thread poller = new Thread(() -> {
                while (wanted.get()) {
                    consumer.poll(50).forEach(message -> bodies.add(body(message)));
                }
            });
            poller.start();
            cluster.atClose(() -> {
                wanted.set(false);
                joinUnchecked(poller);
                consumer.shutdown();
            });
            return consumer.buildMQClientId();
        }
        DefaultMQPushConsumer consumer = cluster.consumer(topic);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, "*");
        if (kind.equals("orderly")) {
            consumer.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
                messages.forEach(message -> bodies.add(body(message)));
                return ConsumeOrderlyStatus.SUCCESS;
            });
        } else {
            consumer.registerMessageListener(into(bodies));
        }
        consumer.start();
        return consumer.buildMQClientId();
    }

    private static void joinUnchecked(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A reset, which says that the consumer has gone on, and what is consumed again. */
    private static void assertConsumedAgain(
            String topic, String clientId, Queue<String> bodies, List<String> again, String... where) {
        bodies.clear();
        String[] options = Stream.concat(Stream.of("-g", topic, "-t", topic), Stream.of(where))
                .toArray(String[]::new);
        Outcome reset = mqadmin.done("resetOffsetByTime", options);
        long doneNanos = System.nanoTime();
        assertThat(reset.out()).contains("consumer " + clientId + " has gone on from there in broker-a:");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(List.copyOf(bodies)).containsExactlyInAnyOrderElementsOf(again));
        assertThat(Duration.ofNanos(System.nanoTime() - doneNanos)).isLessThan(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"push", "orderly", "litePull"})
    @DisplayName("UP-197, UP-198: resets of each form take effect on consumers of ours of each kind, within seconds")
    void up197_up198_shouldResetWhoIsOnline(String kind) throws Exception {
        String topic = "Online-" + kind;
        cluster.createTopic(topic, 2);
        DefaultMQProducer producer = cluster.producer();
        for (int queue = 0; queue < 2; queue++) {
            cluster.sendTo(producer, new MessageQueue(topic, LocalCluster.BROKER, queue), queue * 10, 3);
        }
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        String clientId = startConsumer(kind, topic, bodies);
        await().atMost(LONG).until(() -> bodies.size() == 6);

        if (kind.equals("litePull")) {
            // It is where it has committed; the others say themselves where they are.
            await().atMost(LONG).until(() -> mqadmin.done("consumerProgress", "-g", topic)
                    .lines()
                    .contains("Consume Diff Total: 0"));
        }

        assertConsumedAgain(topic, clientId, bodies, List.of("2", "12"), "--shift", "-1");
        assertConsumedAgain(topic, clientId, bodies, List.of("10", "11", "12"), "-s", "earliest", "-q", "1");
        assertConsumedAgain(topic, clientId, bodies, List.of("0", "1", "2", "10", "11", "12"), "-s", "1");
        assertConsumedAgain(topic, clientId, bodies, List.of(), "-s", "now");
        assertThat(position(topic, topic)).isEqualTo("3");
    }

    @Test
    @DisplayName("A group whose consumers are online can be given positions, and they are named where that is refused")
    void shouldGivePositionsToAGroupThatIsOnline() throws Exception {
        topicWith("Shared", 4);
        mqadmin.done("resetOffsetByTime", "-g", "Model", "-t", "Shared", "-o", "3");
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        String clientId = startConsumer("push", "Shared", bodies);
        await().atMost(LONG).until(() -> bodies.size() == 4);

        assertThat(mqadmin.refused("cloneGroupOffset", "-s", "Model", "-d", "Shared", "-t", "Shared", "-o", "true"))
                .contains("group 'Shared' has consumers online: " + clientId);
        assertThat(mqadmin.done("cloneGroupOffset", "-s", "Model", "-d", "Shared", "-t", "Shared")
                        .out())
                .contains("consumer " + clientId + " has gone on from there in broker-a:0");
        await().atMost(LONG).until(() -> bodies.size() == 5);
        assertThat(List.copyOf(bodies).get(4)).isEqualTo("m3");
    }
}
