package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.admin.AdminShell.Outcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupCommandsTest {
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

    @Test
    void shouldCreateAGroupWithTheDefaultsOfOneThatAConsumerCreates() {
        Outcome created = mqadmin.done("updateSubGroup", "-c", LocalCluster.CLUSTER, "-g", "Created");

        assertThat(created.lines().get(0))
                .isEqualTo("create subscription group to " + cluster.brokerAddress() + " success.");
        assertThat(created.lines().get(1))
                .startsWith("SubscriptionGroupConfig{groupName=Created, consumeEnable=true, ")
                .contains("consumeBroadcastEnable=true", "retryMaxTimes=16");
    }

    @Test
    void shouldKeepSettingsOfAGroupThatAreNotGiven() {
        mqadmin.done("updateSubGroup", "-b", cluster.brokerAddress(), "-g", "Kept", "-r", "3", "-d", "false");
        mqadmin.done("updateSubGroup", "-b", cluster.brokerAddress(), "-g", "Kept", "-q", "2");

        Outcome config = mqadmin.done("getConsumerConfig", "-g", "Kept");
        assertThat(config.lines().get(0)).contains("DefaultCluster:broker-a");
        assertThat(config.row("retryMaxTimes")).containsExactly("retryMaxTimes", "=", "3");
        assertThat(config.row("retryQueueNums")).containsExactly("retryQueueNums", "=", "2");
        assertThat(config.row("consumeBroadcastEnable")).endsWith("false");
    }

    @Test
    void shouldKeepAndShowSettingsThatConcernPopOnly() {
        mqadmin.done(
                "updateSubGroup",
                "-b",
                cluster.brokerAddress(),
                "-g",
                "Popped",
                "-m",
                "false",
                "-o",
                "true",
                "-p",
                "{\"type\":\"CUSTOMIZED\",\"customizedRetryPolicy\":{\"next\":[1500,2500]}}",
                "-i",
                "1",
                "-w",
                "2");

        Outcome config = mqadmin.done("getConsumerConfig", "-g", "Popped");
        assertThat(config.row("consumeFromMinEnable")).endsWith("false");
        assertThat(config.row("consumeMessageOrderly")).endsWith("true");
        assertThat(config.row("brokerId")).endsWith("1");
        assertThat(config.row("whichBrokerWhenConsumeSlowly")).endsWith("2");
        assertThat(String.join(" ", config.row("groupRetryPolicy"))).contains("CUSTOMIZED", "[1500,2500]");
    }

    @Test
    @DisplayName("UP-062: one rule for group names in admin and broker, told with the limit")
    void up062_shouldRefuseAnIllegalGroupName() {
        assertThat(mqadmin.refused("updateSubGroup", "-c", LocalCluster.CLUSTER, "-g", "a b"))
                .contains("'a b'", "' '")
                .startsWith("updateSubGroup: ");
        assertThat(mqadmin.refused("updateSubGroup", "-c", LocalCluster.CLUSTER, "-g", "g".repeat(121)))
                .contains("121", "120");
    }

    @Test
    void shouldDeleteAGroupAndFailWhenThereIsNone() {
        mqadmin.done("updateSubGroup", "-c", LocalCluster.CLUSTER, "-g", "Doomed");

        assertThat(mqadmin.done("deleteSubGroup", "-c", LocalCluster.CLUSTER, "-g", "Doomed")
                        .lines())
                .containsExactly("delete subscription group [Doomed] from broker [" + cluster.brokerAddress()
                        + "] in cluster [DefaultCluster] success.");
        assertThat(mqadmin.refused("deleteSubGroup", "-c", LocalCluster.CLUSTER, "-g", "Doomed"))
                .contains("there is no group 'Doomed'");
        assertThat(mqadmin.refused("getConsumerConfig", "-g", "Doomed")).contains("no broker has a group 'Doomed'");
    }

    @Test
    @DisplayName("UP-204: lag is never negative, and equals what was sent and not consumed")
    void up204_shouldShowTheProgressOfAGroupQueueByQueue() {
        mqadmin.createTopic("Progress", 2);
        mqadmin.done("updateSubGroup", "-c", LocalCluster.CLUSTER, "-g", "Behind");
        mqadmin.send("Progress", 1, "a");
        mqadmin.send("Progress", 1, "b");
        mqadmin.done("resetOffsetByTime", "-g", "Behind", "-t", "Progress", "-q", "1", "-o", "1");

        Outcome progress = mqadmin.done("consumerProgress", "-g", "Behind");
        assertThat(progress.out().lines().findFirst().orElseThrow())
                .isEqualTo(String.format(
                        "%-64s  %-32s  %-4s  %-20s  %-20s  %-20s  %-20s%s",
                        "#Topic",
                        "#Broker Name",
                        "#QID",
                        "#Broker Offset",
                        "#Consumer Offset",
                        "#Diff",
                        "#Inflight",
                        "#LastTime"));
        assertThat(progress.lines())
                .anyMatch(line -> line.matches("Progress +broker-a +0 +0 +0 +0 +0 +N/A"))
                .anyMatch(line -> line.matches("Progress +broker-a +1 +2 +1 +1 +0 +\\d{4}-.*"))
                .endsWith("Consume TPS: 0.00", "Consume Diff Total: 1", "Consume Inflight Total: 0");
        Map<?, ?> json = (Map<?, ?>) mqadmin.done("consumerProgress", "-g", "Behind", "--output", "json")
                .json(Map.class)
                .get("progress");
        assertThat(json.get("diffTotal")).isEqualTo(1);
        assertThat((List<?>) json.get("queues")).hasSize(2);
        assertThat(mqadmin.done("consumerProgress").row("Behind")).containsExactly("Behind", "0", "OFFLINE", "0", "1");
        assertThat(mqadmin.done("brokerConsumeStats", "-b", cluster.brokerAddress(), "-l", "1")
                        .lines())
                .anyMatch(line -> line.matches("Progress +Behind +broker-a +1 +2 +1 +1 +\\d{4}-.*"));
    }

    @Test
    @DisplayName("UP-078, UP-208: lag of what a group asks for, and the age of the oldest, on request")
    void up078_up208_shouldShowTheLagOfAFilteredGroup() throws Exception {
        cluster.createTopic("Filtered", 1);
        DefaultMQProducer producer = cluster.producer();
        MessageQueue queue = new MessageQueue("Filtered", LocalCluster.BROKER, 0);
        for (int i = 0; i < 20; i++) {
            String tag = i % 5 == 0 ? "rare" : "common";
            producer.send(new Message("Filtered", tag, new byte[] {1}), queue);
        }
        CountDownLatch release = new CountDownLatch(1);
        cluster.atClose(release::countDown);
        DefaultMQPushConsumer consumer = cluster.consumer("Picky");
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("Filtered", "rare");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();

        await().atMost(LONG).untilAsserted(() -> assertThat(
                        mqadmin.run("consumerProgress", "-g", "Picky", "-t", "Filtered", "--lag")
                                .lines())
                .anyMatch(line -> line.matches("Filtered +broker-a +0 +20 +0 +20 +20 +N/A  +4 +\\d+\\.\\ds"))
                .contains("Consume Diff Total: 20", "Lag Total: 4"));
        release.countDown();
        await().atMost(LONG).untilAsserted(() -> assertThat(
                        mqadmin.run("consumerProgress", "-g", "Picky", "-t", "Filtered", "--lag")
                                .lines())
                .contains("Lag Total: 0"));
    }

    @Test
    @DisplayName("statsAll and brokerConsumeStats tell what was sent, delivered and is left, at once")
    void shouldShowTrueNumbersOfATopic() throws Exception {
        cluster.createTopic("Counted", 2);
        cluster.send(cluster.producer(), "Counted", 0, 30);
        mqadmin.done("resetOffsetByTime", "-g", "Counters", "-t", "Counted", "-s", "earliest");
        CountDownLatch delivered = new CountDownLatch(30);
        DefaultMQPushConsumer consumer = cluster.consumer("Counters");
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("Counted", "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            delivered.countDown();
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        assertThat(delivered.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        consumer.shutdown();
        cluster.send(cluster.producer(), "Counted", 30, 12);
        // Looking at messages is no consuming (UP-200).
        mqadmin.done("consumeMessage", "-t", "Counted", "-g", "Counters");
        mqadmin.done("printMsg", "-t", "Counted");

        List<String> row = mqadmin.done("statsAll", "-t", "Counted").row("Counted");
        assertThat(row.subList(0, 3)).containsExactly("Counted", "Counters", "12");
        assertThat(row.subList(5, 7)).as("in and out of 24 hours").containsExactly("42", "30");
        assertThat(mqadmin.done("brokerConsumeStats", "-b", cluster.brokerAddress(), "-l", "1").lines().stream()
                        .filter(line -> line.startsWith("Counted "))
                        .mapToInt(line -> Integer.parseInt(line.trim().split("\\s+")[6]))
                        .sum())
                .isEqualTo(12);
        assertThat(mqadmin.done("topicStatus", "-t", "Counted").lines().stream()
                        .filter(line -> line.startsWith("broker-a "))
                        .mapToInt(line -> Integer.parseInt(line.trim().split("\\s+")[3]))
                        .sum())
                .isEqualTo(42);
    }

    @Test
    void shouldFailForAGroupThatNobodyKnows() {
        assertThat(mqadmin.refused("consumerProgress", "-g", "Nobody")).contains("'Nobody'");
        assertThat(mqadmin.refused("consumerConnection", "-g", "Nobody"))
                .isEqualTo("consumerConnection: no consumer of group 'Nobody' is online, asked "
                        + cluster.brokerAddress());
        assertThat(mqadmin.refused("consumerStatus", "-g", "Nobody")).contains("no consumer of group 'Nobody'");
    }

    @Test
    void shouldShowWhoConsumesAndHow() throws Exception {
        mqadmin.createTopic("Watched", 2);
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("Watchers");
        consumer.setNamesrvAddr(cluster.nameServerAddress());
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("Watched", "TagA || TagB");
        consumer.registerMessageListener(
                (MessageListenerConcurrently) (messages, context) -> ConsumeConcurrentlyStatus.CONSUME_SUCCESS);
        consumer.start();
        try {
            await().atMost(LONG).until(() -> mqadmin.run("consumerStatus", "-g", "Watchers", "--output", "json")
                    .out()
                    .replaceAll("\\s", "")
                    .contains("\"findings\":[]"));

            Outcome connection = mqadmin.done("consumerConnection", "-g", "Watchers");
            assertThat(connection.lines().get(0)).matches("#ClientId +#ClientAddr +#Language +#Version");
            assertThat(connection.lines())
                    .anyMatch(line -> line.matches("\\S+@\\S+ +127\\.0\\.0\\.1:\\d+ +JAVA +V5_\\d_\\d"))
                    .anyMatch(line -> line.matches("Watched +TagA \\|\\| TagB"))
                    .contains(
                            "Below is subscription:",
                            "ConsumeType: CONSUME_PASSIVELY",
                            "MessageModel: CLUSTERING",
                            "ConsumeFromWhere: CONSUME_FROM_FIRST_OFFSET");
            String clientId = connection.lines().get(1).split(" ")[0];
            assertThat(mqadmin.done("consumerStatus", "-g", "Watchers", "-i", clientId)
                            .lines())
                    .contains("#Consumer Subscription#", "#Consumer Offset#", "#Consumer MQ Detail#")
                    .anyMatch(line -> line.matches("Watched +broker-a +0 +-?\\d+"));
            assertThat(mqadmin.done("consumerProgress").row("Watchers")).contains("1", "PUSH", "CLUSTERING");
            assertThat(mqadmin.done("consumerProgress", "-g", "Watchers", "-s", "true")
                            .lines())
                    .anyMatch(line -> line.contains(clientId.split("@")[0]));
        } finally {
            consumer.shutdown();
        }
    }

    @Test
    void shouldShowWhoProduces() throws Exception {
        mqadmin.createTopic("Made", 1);
        DefaultMQProducer producer = new DefaultMQProducer("Makers");
        producer.setNamesrvAddr(cluster.nameServerAddress());
        producer.start();
        try {
            producer.send(new Message("Made", "x".getBytes(StandardCharsets.UTF_8)));
            await().atMost(LONG)
                    .until(() -> mqadmin.run("producerConnection", "-g", "Makers", "-t", "Made")
                                    .status()
                            == 0);

            assertThat(mqadmin.done("producerConnection", "-g", "Makers", "-t", "Made")
                            .lines())
                    .singleElement()
                    .asString()
                    .matches("0001  \\S+ +127\\.0\\.0\\.1:\\d+ +JAVA +V5_\\d_\\d");
            assertThat(mqadmin.done("producer", "-b", cluster.brokerAddress()).row("Makers"))
                    .contains("JAVA");
        } finally {
            producer.shutdown();
        }
        assertThat(mqadmin.refused("producerConnection", "-g", "Nobody", "-t", "Made"))
                .contains("'Nobody'");
    }
}
