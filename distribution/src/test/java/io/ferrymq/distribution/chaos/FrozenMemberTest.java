package io.ferrymq.distribution.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member stands still, as by a long collection of garbage, until others have consumed its queues and left; then it goes on. */
class FrozenMemberTest {
    private static final String TOPIC = "frozen";
    private static final int QUEUES = 4;
    private static final int EACH_QUEUE = 1_500;
    private static final int MORE = 40;
    private static final int PULLED_AT_ONCE = 32;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    @DisplayName("A member that thaws goes on where its group is by now: only what waited in it comes again")
    void shouldGoOnWhereTheGroupIsByNow() throws Exception {
        try (LocalCluster cluster = LocalCluster.withNameServers(folder, 1)) {
            cluster.startBroker(LocalCluster.BROKER, Map.of("channelExpiredTimeout", "3000"));
            cluster.createTopic(TOPIC, QUEUES);
            DefaultMQProducer producer = cluster.producer();
            send(producer, EACH_QUEUE);
            List<String> args = args(cluster, "frozen", 4_000);
            Member frozen = Member.process("frozen", args, List.of());
            try {
                await().atMost(PATIENCE).until(() -> haveBegun(frozen, args));
                frozen.freeze();
                long frozenNanos = System.nanoTime();

                consumeTheRest(cluster);
                frozen.thaw();
                send(producer, MORE);
                await().atMost(PATIENCE).until(() -> areAt(args, EACH_QUEUE + MORE));
                for (String kind : ChaosMember.KINDS) {
                    assertThat(consumedAgain(kind, args, frozenNanos)).as(kind).isLessThanOrEqualTo(waitingMax(kind));
                }
                frozen.leave();
                frozen.awaitEnd();
            } finally {
                frozen.end();
            }
        }
    }

    /** What a member may have taken in, or have on its way to it, of all queues; in order nothing begins without the lock. */
    private static int waitingMax(String kind) {
        return kind.equals("orderly") ? QUEUES : QUEUES * (ChaosMember.CACHED_MAX + 2 * PULLED_AT_ONCE);
    }

    private List<String> args(LocalCluster cluster, String name, int workMicros) {
        return List.of(
                cluster.nameServerAddress(),
                TOPIC,
                "thaw",
                "all",
                folder.resolve(name).toString(),
                Integer.toString(workMicros));
    }

    private static void send(DefaultMQProducer producer, int countEachQueue) throws Exception {
        List<Message> messages = Collections.nCopies(
                countEachQueue, new Message(TOPIC, "a message".getBytes(StandardCharsets.US_ASCII)));
        for (int id = 0; id < QUEUES; id++) {
            producer.send(messages, new MessageQueue(TOPIC, LocalCluster.BROKER, id));
        }
    }

    private static boolean haveBegun(Member member, List<String> args) throws IOException {
        member.check();
        for (String kind : ChaosMember.KINDS) {
            if (consumed(kind, args).size() < 20) {
                return false;
            }
        }
        return true;
    }

    /** Lines of messages, but for one that is being written. */
    private static List<String> consumed(String kind, List<String> args) throws IOException {
        Path ledger = Path.of(ChaosMember.ofKind(kind, args).get(4));
        if (!Files.exists(ledger)) {
            return List.of();
        }
        String written = Files.readString(ledger);
        return written.substring(0, written.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> line.startsWith("C "))
                .toList();
    }

    private void consumeTheRest(LocalCluster cluster) throws Exception {
        List<String> args = args(cluster, "others", 0);
        List<AutoCloseable> others = new ArrayList<>();
        for (String kind : ChaosMember.KINDS) {
            others.add(ChaosMember.start(ChaosMember.ofKind(kind, args)));
        }
        try {
            await().atMost(PATIENCE).until(() -> areAt(args, EACH_QUEUE));
        } finally {
            for (AutoCloseable other : others) {
                other.close();
            }
        }
    }

    /** Whether members of all kinds have consumed the last messages of all queues. */
    private static boolean areAt(List<String> args, long end) throws IOException {
        for (String kind : ChaosMember.KINDS) {
            long ends = consumed(kind, args).stream()
                    .map(line -> line.split(" "))
                    .filter(words -> Long.parseLong(words[4]) == end - 1)
                    .map(words -> words[3])
                    .distinct()
                    .count();
            if (ends < QUEUES) {
                return false;
            }
        }
        return true;
    }

    private static long consumedAgain(String kind, List<String> args, long frozenNanos) throws IOException {
        return consumed(kind, args).stream()
                .map(line -> line.split(" "))
                .filter(words -> Long.parseLong(words[2]) > frozenNanos && Long.parseLong(words[4]) < EACH_QUEUE)
                .count();
    }
}
