package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.admin.AdminShell.Outcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    }

    @Test
    @DisplayName("UP-197: a reset takes effect on consumers that are online")
    void up197_shouldResetAGroupThatIsOnline() throws Exception {
        topicWith("Again", 5);
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("Online");
        consumer.setNamesrvAddr(cluster.nameServerAddress());
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("Again", "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            for (MessageExt message : messages) {
                bodies.add(new String(message.getBody(), StandardCharsets.UTF_8));
            }
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        try {
            await().atMost(LONG).until(() -> bodies.size() == 5);
            bodies.clear();

            assertThat(mqadmin.done("resetOffsetByTime", "-g", "Online", "-t", "Again", "-q", "0", "-o", "3")
                            .lines())
                    .contains("reset consumer offset to 3");

            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(List.copyOf(bodies)).containsExactlyInAnyOrder("m3", "m4"));
        } finally {
            consumer.shutdown();
        }
    }
}
