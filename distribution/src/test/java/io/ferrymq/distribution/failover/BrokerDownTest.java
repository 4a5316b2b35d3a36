package io.ferrymq.distribution.failover;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.crash.Audit;
import io.ferrymq.distribution.crash.BrokerProcess;
import io.ferrymq.distribution.failover.SendLoad.Sent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of two masters dies, or hangs, while 8 threads send with the default settings: nobody notices but the few whose messages were at that
 * broker, and they only by the time it takes.
 */
class BrokerDownTest {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerDownTest.class);
    private static final String DOOMED = "doomed";
    private static final int QUEUES = 4;
    private static final int COUNT = 20_000;
    private static final long TIMEOUT_MS = 3_000;
    /** A median of well under a millisecond is also at the mercy of whatever else the machine does. */
    private static final double NOISE_MS = 2;

    @TempDir
    static Path folder;

    private static LocalCluster cluster;

    private String topic;
    private BrokerProcess doomed;

    @BeforeAll
    static void startHealthy() throws Exception {
        cluster = LocalCluster.start(folder, LocalCluster.BROKER);
    }

    @AfterAll
    static void stopHealthy() {
        cluster.close();
    }

    @BeforeEach
    void startDoomed(TestInfo test) throws Exception {
        topic = test.getTestMethod().orElseThrow().getName();
        Path place = Files.createDirectories(folder.resolve(topic));
        doomed = new BrokerProcess(
                DOOMED,
                place,
                cluster.nameServerAddress(),
                List.of("mappedFileSizeCommitLog=16777216", "maxHashSlotNum=1000", "maxIndexNum=40000"));
        doomed.start();
        cluster.createTopicAt(doomed.address(), topic, QUEUES);
        cluster.createTopicAt(cluster.brokerAddress(), topic, QUEUES);
        await().atMost(Duration.ofSeconds(20)).until(() -> cluster.route(topic).stream()
                .anyMatch(route -> route.queueDatas().size() == 2));
    }

    @AfterEach
    void stopDoomed() {
        doomed.close();
        // Its name is free again only when the nameserver has seen its connections close.
        await().atMost(Duration.ofSeconds(20)).until(() -> cluster.route(topic).stream()
                .noneMatch(route -> route.queueDatas().size() == 2));
    }

    @Test
    void shouldFailNoSendWhenABrokerIsKilled() throws Exception {
        assertNobodyNotices(new SendLoad(Sending.sync(cluster.producer(), topic), COUNT), doomed::kill);
    }

    @Test
    @DisplayName("UP-045: asynchronous sends retry like synchronous ones: no onException when a broker is killed")
    void up045_shouldFailNoAsyncSendWhenABrokerIsKilled() throws Exception {
        SendLoad load = new SendLoad(Sending.async(cluster.producer(), topic), COUNT);
        awaitQuarter(load);
        doomed.kill();
        assertAudit(load.join(), load.count());
    }

    @Test
    void shouldFailNoSendWhenABrokerHangs() throws Exception {
        assertNobodyNotices(new SendLoad(Sending.sync(cluster.producer(), topic), COUNT), doomed::freeze);
    }

    @Test
    void shouldFailNoSendOfThePublishedClientWhenABrokerIsKilled() throws Exception {
        try (PublishedProducer producer = new PublishedProducer(cluster.nameServerAddress(), topic, Map.of())) {
            SendLoad load = new SendLoad(producer, COUNT / 4);
            awaitQuarter(load);
            doomed.kill();
            assertAudit(load.join(), load.count());
        }
    }

    private static void awaitQuarter(SendLoad load) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(2))
                .until(() -> load.done() > load.count() / 4);
    }

    private interface Blow {
        void strike() throws Exception;
    }

    private void assertNobodyNotices(SendLoad load, Blow blow) throws Exception {
        awaitQuarter(load);
        long downNanos = System.nanoTime();
        blow.strike();
        List<Sent> sends = load.join();
        doomed.kill();
        double beforeMs = SendLoad.medianMs(before(sends, downNanos));
        double whileDownMs = SendLoad.medianMs(sends.stream().filter(sent -> sent.startNanos() >= downNanos));
        long longestMs = TimeUnit.NANOSECONDS.toMillis(
                sends.stream().mapToLong(Sent::tookNanos).max().orElseThrow());
        LOG.info(
                "{}: median {} ms before, {} ms while down, longest send {} ms",
                topic,
                beforeMs,
                whileDownMs,
                longestMs);
        assertAudit(sends, load.count());
        assertThat(whileDownMs).as("median while down").isLessThanOrEqualTo(2 * beforeMs + NOISE_MS);
        assertThat(longestMs).as("longest send").isLessThan(TIMEOUT_MS);
    }

    private static Stream<Sent> before(List<Sent> sends, long downNanos) {
        return sends.stream().filter(sent -> sent.endNanos() < downNanos);
    }

    /** No send failed; what the dead broker has not answered is exactly once at the other. */
    private void assertAudit(List<Sent> sends, int count) throws Exception {
        assertThat(sends)
                .hasSize(count)
                .filteredOn(sent -> sent.failure() != null)
                .isEmpty();
        assertThat(sends).as("sends that the doomed broker took").anyMatch(sent -> sent.broker()
                .equals(DOOMED));
        Map<String, Long> copies;
        try (Audit audit = new Audit(cluster.brokerAddress(), List.of(topic), QUEUES)) {
            copies = audit.readAll().values().stream().collect(groupingBy(key -> key, counting()));
        }
        assertThat(copies.values()).as("copies at the healthy broker").allMatch(number -> number == 1);
        assertThat(sends)
                .filteredOn(sent -> sent.broker().equals(LocalCluster.BROKER))
                .extracting(Sent::key)
                .allMatch(copies::containsKey);
    }
}
