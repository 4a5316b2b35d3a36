package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyContext;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.admin.AdminShell.Outcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What has become of a message in a group, in each state there is; and dead letters that come back. */
class MessageStatesTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int TO_THE_DEAD_LETTERS = -1;
    private static final int AN_HOUR = 5;

    @TempDir
    private static Path folder;

    private static final CountDownLatch RELEASE = new CountDownLatch(1);
    private static final Queue<MessageExt> DELIVERED = new ConcurrentLinkedQueue<>();
    private static LocalCluster cluster;
    private static AdminShell mqadmin;
    private static DefaultMQProducer producer;
    private static DefaultMQPushConsumer consumer;

    @BeforeAll
    static void start() throws Exception {
        cluster = LocalCluster.withNameServers(folder, 1);
        cluster.startBroker(LocalCluster.BROKER, Map.of("messageDelayLevel", "1s 1s 1s 1s 1h"));
        mqadmin = new AdminShell(cluster);
        cluster.createTopic("States", 1);
        producer = cluster.producer();
        consumer = cluster.consumer("Stated");
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("States", "asked");
        consumer.registerMessageListener(
                (MessageListenerConcurrently) (messages, context) -> listen(messages.get(0), context));
        consumer.start();
    }

    private static ConsumeConcurrentlyStatus listen(MessageExt message, ConsumeConcurrentlyContext context) {
        DELIVERED.add(message);
        String body = body(message);
        boolean comesBack = message.getProperty("FERRYMQ_RESENT") != null;
        switch (body) {
            case "blocks" -> awaitRelease();
            case "later" -> {
                context.setDelayLevelWhenNextConsume(AN_HOUR);
                return ConsumeConcurrentlyStatus.RECONSUME_LATER;
            }
            case "again" -> {
                if (message.getReconsumeTimes() == 0) {
                    return ConsumeConcurrentlyStatus.RECONSUME_LATER;
                }
            }
            default -> {
                if (body.startsWith("dies") && !comesBack) {
                    context.setDelayLevelWhenNextConsume(TO_THE_DEAD_LETTERS);
                    return ConsumeConcurrentlyStatus.RECONSUME_LATER;
                }
            }
        }
        return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
    }

    private static void awaitRelease() {
        try {
            RELEASE.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterAll
    static void stop() {
        RELEASE.countDown();
        cluster.close();
    }

    private static String body(Message message) {
        return new String(message.getBody(), StandardCharsets.UTF_8);
    }

    private static String send(String topic, String body, String tag) throws Exception {
        return producer.send(new Message(topic, tag, body, body.getBytes(StandardCharsets.UTF_8)))
                .getMsgId();
    }

    private static void awaitState(String id, String group, String state) {
        Pattern wanted =
                Pattern.compile(Pattern.quote("MessageTrack [consumerGroup=" + group + ", trackType=") + state + "]");
        await(state).atMost(LONG).untilAsserted(() -> assertThat(
                        mqadmin.run("queryMsgByUniqueKey", "-t", "States", "-i", id)
                                .out())
                .containsPattern(wanted));
    }

    @Test
    @DisplayName("UP-199: filtered, waiting, handed to a client, due for a retry, dead or done: each is told as it is")
    void up199_shouldTellEveryState() throws Exception {
        String blocks = send("States", "blocks", "asked");
        String later = send("States", "later", "asked");
        String again = send("States", "again", "asked");
        String dies = send("States", "dies", "asked");
        String fine = send("States", "fine", "asked");
        String other = send("States", "other", "not-asked");
        mqadmin.done("resetOffsetByTime", "-g", "Absent", "-t", "States", "-s", "earliest");

        String client = Pattern.quote(consumer.buildMQClientId());
        awaitState(blocks, "Stated", "NOT_CONSUME_YET, exceptionDesc=handed to client " + client + " by \\d{4}-.*");
        awaitState(later, "Stated", "RETRYING, exceptionDesc=retry 1 is due at \\d{4}-.*");
        awaitState(dies, "Stated", "DEAD_LETTER, exceptionDesc=in %DLQ%Stated since \\d{4}-.*");
        awaitState(
                other, "Stated", "CONSUMED_BUT_FILTERED, exceptionDesc=the group's subscription does not ask for it");
        awaitState(fine, "Absent", "NOT_ONLINE, exceptionDesc=waits, the group is at offset 0");
        RELEASE.countDown();
        awaitState(blocks, "Stated", "CONSUMED, exceptionDesc=(null|by client .*)");
        awaitState(fine, "Stated", "CONSUMED, exceptionDesc=(null|by client .*)");
        awaitState(again, "Stated", "CONSUMED, exceptionDesc=retry 1(: by client .*)?");
    }

    @Test
    @DisplayName("UP-072, UP-073: dead letters can be printed, and come back once however often that is asked for")
    void up072_up073_shouldSendDeadLettersAgainOnce() throws Exception {
        String first = send("States", "dies-1", "asked");
        String second = send("States", "dies-2", "asked");
        assertThat(mqadmin.refused("resendDeadLetters", "-g", "Nobody")).contains("has no dead letters");
        await().atMost(LONG)
                .until(
                        () -> mqadmin.run("printMsg", "-t", "%DLQ%Stated").out(),
                        out -> out.contains("dies-1") && out.contains("dies-2"));

        assertThat(mqadmin.done("resendDeadLetters", "-g", "Stated", "-i", first, "--dryRun")
                        .row(first))
                .containsExactly(first, "%RETRY%Stated", "WOULD_BE_RESENT");
        assertThat(comeBack("dies-1")).isZero();
        assertThat(mqadmin.done("resendDeadLetters", "-g", "Stated", "-i", first)
                        .lines())
                .contains("RESENT: 1");
        await().atMost(LONG).until(() -> comeBack("dies-1") == 1);
        awaitState(first, "Stated", "CONSUMED, exceptionDesc=sent again(: by client .*)?");

        Outcome rest = mqadmin.done("resendDeadLetters", "-g", "Stated", "-k", "dies-2", "--to", "origin");
        assertThat(rest.row(second)).containsExactly(second, "States", "RESENT");
        await().atMost(LONG).until(() -> comeBack("dies-2") == 1);
        for (String to : List.of("retry", "origin")) {
            String id = to.equals("retry") ? first : second;
            assertThat(mqadmin.done("resendDeadLetters", "-g", "Stated", "-i", id, "--to", to)
                            .row(id))
                    .contains("ALREADY_RESENT");
        }
        assertThat(comeBack("dies-1")).isEqualTo(1);
        assertThat(DELIVERED.stream().filter(message -> body(message).equals("dies-1") && isBack(message)))
                .allSatisfy(message -> {
                    assertThat(message.getTopic()).isEqualTo("States");
                    assertThat(message.getKeys()).isEqualTo("dies-1");
                    assertThat(message.getTags()).isEqualTo("asked");
                    assertThat(message.getReconsumeTimes()).isZero();
                });
    }

    private static boolean isBack(MessageExt message) {
        return message.getProperty("FERRYMQ_RESENT") != null;
    }

    private static long comeBack(String body) {
        return DELIVERED.stream()
                .filter(message -> body(message).equals(body) && isBack(message))
                .count();
    }
}
