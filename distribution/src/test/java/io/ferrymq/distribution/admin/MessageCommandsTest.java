package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.admin.AdminShell.Outcome;
import io.ferrymq.remoting.protocol.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageCommandsTest {
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

    private static String offsetId(String topic, int queueId, long offset) {
        return mqadmin.done(
                        "queryMsgByOffset",
                        "-t",
                        topic,
                        "-b",
                        "broker-a",
                        "-i",
                        Integer.toString(queueId),
                        "-o",
                        Long.toString(offset))
                .row("OffsetID:")
                .get(1);
    }

    @Test
    void shouldSendAMessageAndSayWhereItIs() {
        mqadmin.createTopic("Sent", 2);

        Outcome sent = mqadmin.done("sendMessage", "-t", "Sent", "-p", "hello", "-b", "broker-a", "-i", "1");

        assertThat(sent.out().lines().findFirst().orElseThrow())
                .isEqualTo(String.format("%-32s  %-4s  %-20s  %s", "#Broker Name", "#QID", "#Send Result", "#MsgId"));
        assertThat(sent.row("broker-a")).startsWith("broker-a", "1", "SEND_OK").hasSize(4);
        assertThat(mqadmin.refused("sendMessage", "-t", "Sent", "-p", "x", "-b", "broker-a", "-i", "7"))
                .isEqualTo("sendMessage: topic 'Sent' has no queue 7 at broker 'broker-a'");
        assertThat(mqadmin.refused("sendMessage", "-t", "Sent", "-p", "x", "-b", "other"))
                .contains("at broker 'other'");
    }

    @Test
    void shouldFindMessagesByKeyUniqueIdOffsetAndId() {
        mqadmin.createTopic("Found", 1);
        String id = mqadmin.send("Found", 0, "the body", "-k", "k1 k2", "-c", "TagA");
        mqadmin.send("Found", 0, "other");

        await().atMost(LONG)
                .until(() ->
                        mqadmin.run("queryMsgByKey", "-t", "Found", "-k", "k2").status() == 0);
        assertThat(mqadmin.done("queryMsgByKey", "-t", "Found", "-k", "k2").row(id))
                .containsExactly(id, "0", "0");
        Outcome unique = mqadmin.done("queryMsgByUniqueKey", "-t", "Found", "-i", id);
        assertThat(unique.row("Keys:")).containsExactly("Keys:", "[k1", "k2]");
        assertThat(unique.lines()).contains("WARN: No Consumer");
        Outcome byId = mqadmin.done("queryMsgById", "-t", "Found", "-i", offsetId("Found", 0, 0));
        assertThat(byId.row("Tags:")).containsExactly("Tags:", "[TagA]");
        assertThat(byId.lines()).contains("Message Body:        the body");
        Map<?, ?> json = mqadmin.done(
                        "queryMsgByOffset", "-t", "Found", "-b", "broker-a", "-i", "0", "-o", "0", "--output", "json")
                .json(Map.class);
        assertThat((Map<?, ?>) json.get("message")).extracting("msgId").isEqualTo(id);
        assertThat(mqadmin.refused("queryMsgByKey", "-t", "Found", "-k", "k9")).contains("'k9'");
        assertThat(mqadmin.refused("queryMsgByOffset", "-t", "Found", "-b", "broker-a", "-i", "0", "-o", "2"))
                .isEqualTo("queryMsgByOffset: there is no message at offset 2 of queue broker-a:0, which has 0 to 1");
    }

    @Test
    @DisplayName("UP-015: a producer's id is told from a broker's, and nothing is connected to that an id spells")
    void up015_shouldTakeTheUniqueIdWhereTheOffsetIdWasMeant() {
        mqadmin.createTopic("Ids", 1);
        String id = mqadmin.send("Ids", 0, "x");

        await().atMost(LONG)
                .until(() -> mqadmin.run("queryMsgById", "-t", "Ids", "-i", id).status() == 0);
        assertThat(mqadmin.done("queryMsgById", "-t", "Ids", "-i", id).lines().get(0))
                .contains("producer's id");
        assertThat(mqadmin.refused("queryMsgById", "-t", "Ids", "-i", "0A0000630000270F00000000000003E8"))
                .contains("there is no message with id 0A0000630000270F00000000000003E8");
        assertThat(mqadmin.refused("queryMsgById", "-t", "Ids", "-i", "nonsense"))
                .contains("nonsense");
    }

    @Test
    @DisplayName("UP-016: an id from before the broker moved to another address is still viewable")
    void up016_shouldViewAnIdOfABrokerThatHasMoved(@TempDir Path own) throws Exception {
        try (LocalCluster moving = LocalCluster.start(own, LocalCluster.BROKER)) {
            AdminShell admin = new AdminShell(moving);
            admin.createTopic("Moved", 1);
            admin.send("Moved", 0, "from before");
            String before = moving.brokerAddress();
            String id = admin.done("queryMsgByOffset", "-t", "Moved", "-b", "broker-a", "-i", "0", "-o", "0")
                    .row("OffsetID:")
                    .get(1);

            moving.stopBroker(LocalCluster.BROKER);
            moving.startBroker(LocalCluster.BROKER);
            assertThat(moving.brokerAddress()).isNotEqualTo(before);

            await().atMost(LONG).untilAsserted(() -> assertThat(
                            admin.run("queryMsgById", "-t", "Moved", "-i", id).lines())
                    .contains("OffsetID:            " + id, "Message Body:        from before"));
        }
    }

    @Test
    void shouldPrintATopicAsTextAndAsJsonLines() {
        mqadmin.createTopic("Printed", 1);
        String first = mqadmin.send("Printed", 0, "one", "-c", "TagA");
        String second = mqadmin.send("Printed", 0, "two", "-c", "TagB");

        assertThat(mqadmin.done("printMsg", "-t", "Printed").lines())
                .hasSize(4)
                .anyMatch(line -> line.startsWith("MSGID: " + first) && line.endsWith(" BODY: one"))
                .endsWith("print msg finished of MessageQueue [topic=Printed, brokerName=broker-a, queueId=0]");
        List<String> json = mqadmin.done("printMsg", "-t", "Printed", "-s", "TagB", "--output", "json")
                .lines();
        assertThat(json).hasSize(1);
        Map<?, ?> printed = Json.decodeText(json.get(0), Map.class);
        assertThat(List.of(printed.get("msgId"), printed.get("body"))).isEqualTo(List.of(second, "two"));
        assertThat(mqadmin.done("printMsg", "-t", "Printed", "-s", "TagC").lines())
                .endsWith("no matched msg in MessageQueue [topic=Printed, brokerName=broker-a, queueId=0]");
        assertThat(mqadmin.done("printMsgByQueue", "-t", "Printed", "-a", "broker-a", "-i", "0", "-f", "true")
                        .lines())
                .anyMatch(line -> line.matches("Tag: TagA +Count: 1"))
                .anyMatch(line -> line.startsWith("2 messages between offset 0 and 2"));
        assertThat(mqadmin.done("queryCq", "-t", "Printed", "-q", "0", "-i", "1")
                        .row("1"))
                .contains(Integer.toString("TagB".hashCode()));
    }

    @Test
    @DisplayName("UP-135: bounds of time are inclusive")
    void up135_shouldFindWhatWasStoredAtTheBoundsOfATime() {
        mqadmin.createTopic("Bounds", 1);
        mqadmin.send("Bounds", 0, "x");
        Map<?, ?> message = Json.decodeText(
                mqadmin.done("printMsg", "-t", "Bounds", "--output", "json").out(), Map.class);
        String stored = String.valueOf(message.get("storeTimestamp"));

        assertThat(mqadmin.done("printMsg", "-t", "Bounds", "-b", stored, "-e", stored, "--output", "json")
                        .lines())
                .hasSize(1);
    }

    @Test
    void shouldConsumeWithoutMovingAnyGroup() {
        mqadmin.createTopic("Read", 1);
        for (int i = 0; i < 3; i++) {
            mqadmin.send("Read", 0, "m" + i);
        }

        assertThat(mqadmin.done("consumeMessage", "-t", "Read", "-b", "broker-a", "-i", "0", "-o", "1", "-c", "1")
                        .lines())
                .singleElement()
                .asString()
                .endsWith("BODY: m1");
        assertThat(mqadmin.done("consumeMessage", "-t", "Read").lines()).hasSize(3);
        assertThat(mqadmin.refused("consumerProgress", "-g", "TOOLS_CONSUMER")).contains("has consumed nothing");
        assertThat(mqadmin.refused("consumeMessage", "-t", "Read", "-b", "broker-a", "-i", "0", "-o", "9"))
                .contains("offset 9 is outside of queue broker-a:0, which has 0 to 2");
        assertThat(mqadmin.refused("consumeMessage", "-t", "Read", "-i", "0")).contains("-i needs -b");
        assertThat(mqadmin.refused("consumeMessage", "-t", "Nowhere")).contains("topic 'Nowhere' is unknown");
    }

    @Test
    @DisplayName("UP-203: one message has an average too")
    void up203_shouldMeasureSends() {
        mqadmin.createTopic("Measured", 2);

        Outcome measured = mqadmin.done("checkMsgSendRT", "-t", "Measured", "-a", "1", "-s", "10");
        assertThat(measured.row("broker-a")).startsWith("broker-a", "0", "true");
        assertThat(measured.lines().get(2)).matches("Avg RT: \\d+\\.\\d\\d");
        assertThat(mqadmin.done("sendMsgStatus", "-b", "broker-a", "-c", "2").lines())
                .hasSize(3)
                .first()
                .asString()
                .matches("rt=\\d+ms, broker=broker-a, queue=\\d+, SendResult=SEND_OK");
        assertThat(mqadmin.refused("checkMsgSendRT", "-t", "Measured", "-a", "0"))
                .contains("at least 1");
    }

    @Test
    @DisplayName("UP-199: what has become of a message is told for each group")
    void up199_shouldTellWhatHasBecomeOfAMessage() throws Exception {
        mqadmin.createTopic("Tracked", 1);
        String id = mqadmin.send("Tracked", 0, "x", "-c", "TagA");
        mqadmin.done("resetOffsetByTime", "-g", "Waits", "-t", "Tracked", "-s", "earliest");
        mqadmin.done("resetOffsetByTime", "-g", "Done", "-t", "Tracked", "-s", "now");
        AtomicInteger tries = new AtomicInteger();
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("Fails");
        consumer.setNamesrvAddr(cluster.nameServerAddress());
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setMaxReconsumeTimes(0);
        consumer.subscribe("Tracked", "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            tries.incrementAndGet();
            return ConsumeConcurrentlyStatus.RECONSUME_LATER;
        });
        consumer.start();
        try {
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(mqadmin.run("queryMsgByUniqueKey", "-t", "Tracked", "-i", id)
                                    .lines())
                            .contains("MessageTrack [consumerGroup=Done, trackType=CONSUMED, exceptionDesc=null]")
                            .anyMatch(
                                    line -> line.startsWith(
                                            "MessageTrack [consumerGroup=Fails, trackType=DEAD_LETTER, exceptionDesc=in %DLQ%Fails since "))
                            .anyMatch(line -> line.contains("consumerGroup=Waits, trackType=NOT_ONLINE")));
            int before = tries.get();
            String clientId = mqadmin.done("consumerConnection", "-g", "Fails")
                    .lines()
                    .get(1)
                    .split(" ")[0];
            assertThat(mqadmin.refused("queryMsgByUniqueKey", "-t", "Tracked", "-i", id, "-g", "Fails", "-d", clientId))
                    .contains("has not consumed message", "CR_LATER");
            assertThat(tries.get()).isGreaterThan(before);
        } finally {
            consumer.shutdown();
        }
    }

    @Test
    @DisplayName("UP-207: a trace is shown, and where there is none the answer says why")
    void up207_shouldShowTheTraceOfAMessage() {
        mqadmin.createTopic("Traced", 1);
        String traced = mqadmin.send("Traced", 0, "x", "-m", "true");
        String untraced = mqadmin.send("Traced", 0, "y");

        await().atMost(LONG)
                .until(() -> mqadmin.run("queryMsgTraceById", "-i", traced).status() == 0);
        List<String> lines = mqadmin.done("queryMsgTraceById", "-i", traced).lines();
        assertThat(lines.get(0)).matches("#Type +#ProducerGroup +#ClientHost +#SendTime +#CostTimes +#Status");
        assertThat(lines.get(1)).matches("Pub +mqadmin_send +127\\.0\\.0\\.1 +\\d{4}-\\S+ \\S+ +\\d+ms +success");
        assertThat(mqadmin.refused("queryMsgTraceById", "-i", untraced)).contains("told to trace");
    }
}
