package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.admin.AdminShell.Outcome;
import io.ferrymq.distribution.interop.Peer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What administrators do with consumers that are online, when those are the published clients. All at once, because a published push consumer pauses
 * for ten seconds when its position is reset.
 */
class PublishedConsumersTest {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final String REBALANCE_INTERVAL = "rocketmq.client.rebalance.waitInterval";

    @TempDir
    private static Path folder;

    private static LocalCluster cluster;
    private static AdminShell mqadmin;
    private static DefaultMQProducer producer;
    private static final List<Member> MEMBERS = new ArrayList<>();

    /** One consumer in a group and topic of its own. */
    private record Member(String name, Function<String, String> consumer) {
        List<String> bodies() {
            return consumer.apply("bodies").lines().toList();
        }

        String clientId() {
            return consumer.apply("id");
        }
    }

    @BeforeAll
    static void start() throws Exception {
        cluster = LocalCluster.start(folder, LocalCluster.BROKER);
        mqadmin = new AdminShell(cluster);
        producer = cluster.producer();
        for (String version : List.of("4.9.8", "5.5.0")) {
            Peer peer = Peer.client(version, "JSON");
            // As it is without a test: after a reset nobody looks for queues unless the broker says so.
            System.setProperty(REBALANCE_INTERVAL, "20000");
            for (String kind : List.of("push", "orderly", "litePull")) {
                String name = kind + version.replace('.', '_');
                cluster.createTopic(name, 1);
                for (int i = 0; i < 5; i++) {
                    producer.send(
                            new Message(name, "tag", ("m" + i).getBytes(StandardCharsets.UTF_8)),
                            new MessageQueue(name, LocalCluster.BROKER, 0));
                }
                MEMBERS.add(new Member(name, peer.consumer(kind, cluster.nameServerAddress(), name, name, "*")));
            }
        }
        for (Member member : MEMBERS) {
            List<String> seen = new ArrayList<>();
            await(member.name()).atMost(LONG).until(() -> {
                seen.addAll(member.bodies());
                return seen.size() == 5;
            });
        }
    }

    @AfterAll
    static void stop() {
        for (var member : MEMBERS) {
            var unused = member.consumer().apply("stop");
        }
        cluster.close();
        System.setProperty(REBALANCE_INTERVAL, "1000");
    }

    @Test
    @DisplayName("UP-197: a reset of published consumers is told as done when each has gone on from there")
    void up197_shouldResetPublishedConsumers() throws Exception {
        ExecutorService operators = Executors.newFixedThreadPool(MEMBERS.size());
        try {
            List<CompletableFuture<Outcome>> resets = MEMBERS.stream()
                    .map(member -> CompletableFuture.supplyAsync(
                            () -> mqadmin.run(
                                    "resetOffsetByTime",
                                    "-g",
                                    member.name(),
                                    "-t",
                                    member.name(),
                                    "-q",
                                    "0",
                                    "-o",
                                    "3"),
                            operators))
                    .toList();
            for (int i = 0; i < resets.size(); i++) {
                Member member = MEMBERS.get(i);
                Outcome reset = resets.get(i).get();
                assertThat(reset.err()).as(member.name()).isEmpty();
                assertThat(reset.lines())
                        .as(member.name())
                        .contains("reset consumer offset to 3")
                        .contains("consumer " + member.clientId() + " has gone on from there in broker-a:0");
                List<String> again = new ArrayList<>();
                await(member.name()).atMost(LONG).until(() -> {
                    again.addAll(member.bodies());
                    return again.size() == 2;
                });
                assertThat(again).containsExactlyInAnyOrder("m3", "m4");
            }
        } finally {
            operators.shutdown();
        }
    }

    @Test
    @DisplayName("Published consumers consume a message directly and tell what they do, with stacks")
    void shouldAskPublishedConsumers() throws Exception {
        for (Member member : MEMBERS) {
            boolean pulls = member.name().startsWith("litePull");
            Outcome connection = mqadmin.done("consumerConnection", "-g", member.name());
            assertThat(connection.lines())
                    .anyMatch(line -> line.startsWith(member.clientId() + " "))
                    .contains("ConsumeType: " + (pulls ? "CONSUME_ACTIVELY" : "CONSUME_PASSIVELY"));
            Outcome status = mqadmin.done("consumerStatus", "-g", member.name(), "-i", member.clientId(), "-s");
            assertThat(status.out())
                    .as(member.name())
                    .contains("#Consumer Subscription#", "PROP_CLIENT_VERSION", member.name())
                    .contains("TID:");
            if (!pulls) {
                String id = producer.send(new Message(
                                member.name() + "-direct", "tag", "direct".getBytes(StandardCharsets.UTF_8)))
                        .getMsgId();
                assertThat(mqadmin.done(
                                        "queryMsgByUniqueKey",
                                        "-t",
                                        member.name() + "-direct",
                                        "-i",
                                        id,
                                        "-g",
                                        member.name(),
                                        "-d",
                                        member.clientId())
                                .out())
                        .contains("CR_SUCCESS");
                assertThat(await().atMost(LONG)
                                .until(
                                        () -> member.bodies().stream()
                                                .filter("direct"::equals)
                                                .toList(),
                                        found -> !found.isEmpty()))
                        .hasSize(1);
            }
        }
    }
}
