package io.ferrymq.distribution.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultLitePullConsumer;
import io.ferrymq.client.consumer.DefaultMQPullConsumer;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pulling consumers of the published clients against our broker: alone, and in one group with ours. */
@SuppressWarnings("deprecation") // That is what they are called in RocketMQ.
class PublishedPullTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    static Path folder;

    private static LocalCluster cluster;
    private static DefaultMQProducer producer;

    @BeforeAll
    static void start() throws Exception {
        cluster = LocalCluster.start(folder, LocalCluster.BROKER);
        producer = cluster.producer();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static List<String> numbers(int from, int count) {
        return IntStream.range(from, from + count).mapToObj(Integer::toString).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.9.8", "5.5.0"})
    @DisplayName("Members of both SDKs share the queues of one lite pull group; each message is polled once")
    void shouldShareOneGroup(String version) throws Exception {
        String topic = "Mixed" + version.replace('.', '_');
        cluster.createTopic(topic, 4);
        DefaultLitePullConsumer ours = cluster.litePullConsumer(topic);
        ours.subscribe(topic, "*");
        ours.start();
        await().atMost(LONG).until(() -> ours.assignment().size() == 4);
        try (Peer peer = Peer.client(version, "JSON")) {
            Function<String, String> theirs = peer.consumer("litePull", cluster.nameServerAddress(), topic, topic, "*");
            await().atMost(LONG).until(() -> ours.assignment().size() == 2);
            cluster.send(producer, topic, 0, 100);
            List<String> bodies = new ArrayList<>();
            polling().until(() -> {
                pollInto(ours, bodies);
                bodies.addAll(taken(theirs));
                return bodies.size() >= 100;
            });

            assertThat(bodies).containsExactlyInAnyOrderElementsOf(numbers(0, 100));

            var unused = theirs.apply("stop");
            await().atMost(LONG).until(() -> ours.assignment().size() == 4);
            cluster.send(producer, topic, 100, 40);
            // What theirs polled last they do not commit when they end: it comes again.
            Set<String> rest = new HashSet<>();
            polling().until(() -> {
                pollInto(ours, rest);
                return rest.containsAll(numbers(100, 40));
            });
            ours.shutdown();
        }
    }

    private static ConditionFactory polling() {
        return await().atMost(LONG).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    private static void pollInto(DefaultLitePullConsumer consumer, Collection<String> bodies) {
        consumer.poll(100).forEach(message -> bodies.add(new String(message.getBody(), UTF_8)));
    }

    private static List<String> taken(Function<String, String> theirs) {
        return Stream.of(theirs.apply("bodies").split("\n"))
                .filter(body -> !body.isEmpty())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.9.8", "5.5.0"})
    @DisplayName("Queues that they assign, seek and pull themselves; ours go on at the positions they left")
    void shouldAssignSeekAndCommit(String version) throws Exception {
        String topic = "Assigned" + version.replace('.', '_');
        cluster.createTopic(topic, 2);
        cluster.send(producer, topic, 0, 30);
        try (Peer peer = Peer.client(version, "JSON")) {
            List<String> bodies = peer.assigned("lite", cluster.nameServerAddress(), topic, topic + "lite", 30);
            List<String> twice = new ArrayList<>(numbers(0, 30));
            twice.addAll(numbers(0, 30));
            twice.add("committed 30");
            assertThat(bodies).containsExactlyInAnyOrderElementsOf(twice);

            assertThat(peer.assigned("block", cluster.nameServerAddress(), topic, topic + "block", 0))
                    .containsExactlyInAnyOrderElementsOf(numbers(0, 30));
            DefaultMQPullConsumer ours = new DefaultMQPullConsumer(topic + "block");
            ours.setNamesrvAddr(cluster.nameServerAddress());
            ours.start();
            long sum = 0;
            for (MessageQueue queue : ours.fetchSubscribeMessageQueues(topic)) {
                sum += ours.fetchConsumeOffset(queue, true);
            }
            ours.shutdown();
            assertThat(sum).isEqualTo(30);
        }
    }
}
