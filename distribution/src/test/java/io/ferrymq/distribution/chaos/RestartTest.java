package io.ferrymq.distribution.chaos;

import static io.ferrymq.distribution.chaos.ChaosRun.CONCURRENT;
import static io.ferrymq.distribution.chaos.ChaosRun.ORDERLY;
import static io.ferrymq.distribution.chaos.ChaosRun.PULLING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.crash.BrokerProcess;
import io.ferrymq.distribution.crash.NameServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nameserver and broker go and come back under the load of groups of each kind; see {@link GroupAudit} for what has to hold. */
class RestartTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final List<String> GROUPS = List.of(CONCURRENT, ORDERLY, PULLING);

    private static final int PER_SECOND = 500;
    private static final Duration CHAOS = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private NameServerProcess nameServer;
    private BrokerProcess broker;
    private ChaosRun run;

    @BeforeEach
    void start() throws Exception {
        nameServer = new NameServerProcess(Files.createDirectories(folder.resolve("names")));
        nameServer.start();
        broker = new BrokerProcess(
                LocalCluster.BROKER,
                Files.createDirectories(folder.resolve("broker")),
                nameServer.address(),
                List.of(
                        "mappedFileSizeCommitLog=4194304",
                        "maxHashSlotNum=1000",
                        "maxIndexNum=40000",
                        "flushConsumerOffsetInterval=500"));
        broker.start();
    }

    @AfterEach
    void stop() {
        if (run != null) {
            run.close();
        }
        broker.close();
        nameServer.close();
    }

    private void flow() throws Exception {
        run = new ChaosRun(Servers.of(nameServer, broker), folder.resolve("run"), Flow.ENDLESS, PER_SECOND, 200);
        List<Member> members = new ArrayList<>();
        for (String group : GROUPS) {
            members.add(run.join(group));
            members.add(run.join(group));
        }
        members.forEach(run::awaitQueues);
        run.flow();
    }

    @Test
    @DisplayName(
            "The nameserver is stopped and killed, the broker is killed: deliveries go on, once each, as every member"
                    + " keeps its queues and knows its place in them")
    void shouldKeepItsPromisesThroughRestarts() throws Exception {
        flow();
        run.awaitConsumed(100);
        nameServerRestarts(false, 500);
        nameServerRestarts(true, 500);
        await("positions on disk").atMost(LONG).until(this::isEverythingOnDisk);
        brokerRestarts();
        run.awaitConsumed(200);
        audit();
    }

    @Test
    @Tag("soak")
    @DisplayName("Nameserver and broker are stopped and killed at seeded moments for a minute")
    void shouldKeepItsPromisesThroughManyRestarts() throws Exception {
        long seed = Long.getLong("chaos.seed", System.nanoTime());
        Random random = new Random(seed);
        flow();
        run.awaitConsumed(100);
        long endNanos = System.nanoTime() + CHAOS.toNanos();
        while (System.nanoTime() < endNanos) {
            if (random.nextBoolean()) {
                nameServerRestarts(random.nextBoolean(), 1 + random.nextInt(1_500));
            } else {
                brokerRestarts();
            }
            run.let(1 + random.nextInt(2_000));
        }
        try {
            audit();
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }

    private void nameServerRestarts(boolean killed, int messages) throws Exception {
        run.note(killed ? "kill nameserver" : "stop nameserver");
        if (killed) {
            nameServer.kill();
        } else {
            nameServer.stop();
        }
        run.awaitConsumed(messages);
        nameServer.start();
        run.note("nameserver is back");
        run.awaitConsumed(messages);
    }

    private void brokerRestarts() throws Exception {
        run.note("kill broker");
        long fromNanos = System.nanoTime();
        broker.kill();
        Map<String, Map<Integer, Long>> onDisk = Outage.positionsIn(broker.store());
        broker.start();
        run.note("broker is back");
        run.outage(new Outage(fromNanos, System.nanoTime(), onDisk));
    }

    private boolean isEverythingOnDisk() throws Exception {
        Map<String, Map<Integer, Long>> onDisk = Outage.positionsIn(broker.store());
        return GROUPS.stream()
                .allMatch(group -> onDisk.getOrDefault(ChaosRun.TOPIC + "@" + group, Map.of()).values().stream()
                                .filter(position -> position > 0)
                                .count()
                        == ChaosRun.QUEUES);
    }

    /** What the broker's log says of positions that did not go forward. */
    private String moves() throws IOException {
        StringBuilder moves = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder.resolve("broker"))) {
            for (Path log : files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList()) {
                Files.readAllLines(log).stream()
                        .filter(line -> line.contains(" goes back ") || line.contains("consumerOffset.json"))
                        .forEach(line -> moves.append(line).append('\n'));
            }
        }
        return moves.toString();
    }

    private void audit() throws Exception {
        List<GroupAudit> audits = run.settle();
        String script = run.script() + "\n" + moves();
        System.out.println(script + audits);
        assertThat(audits).as(script).hasSize(GROUPS.size()).allSatisfy(audit -> {
            assertThat(audit.wrong()).isEmpty();
            assertThat(audit.duplicates()).as("%s", audit).isZero();
        });
    }
}
