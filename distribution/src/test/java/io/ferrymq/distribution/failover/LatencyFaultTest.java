package io.ferrymq.distribution.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.crash.BrokerProcess;
import io.ferrymq.distribution.interop.Peer;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With {@code sendLatencyFaultEnable}: what goes to a broker that hangs is counted at a socket in front of it. */
class LatencyFaultTest {
    private static final String TOPIC = "T";
    private static final String DOOMED = "doomed";
    private static final int THREADS = 8;
    private static final long AVOIDANCE_MS = 2_500;

    @TempDir
    private Path folder;

    private LocalCluster cluster;
    private NameServer ofDoomed;
    private BrokerProcess doomed;
    private CountingProxy proxy;

    @BeforeEach
    void start() throws Exception {
        cluster = LocalCluster.start(folder, LocalCluster.BROKER);
        cluster.createTopic(TOPIC, 4);
        // The broker registers where clients do not look; they find the proxy under its name.
        ofDoomed = NameServer.start(NamesrvConfig.embedded(folder.resolve("other")));
        doomed = new BrokerProcess(
                DOOMED,
                Files.createDirectories(folder.resolve(DOOMED)),
                ofDoomed.addressText(),
                List.of("mappedFileSizeCommitLog=16777216", "maxHashSlotNum=1000", "maxIndexNum=40000"));
        doomed.start();
        cluster.createTopicAt(doomed.address(), TOPIC, 4);
        proxy = new CountingProxy(doomed.address());
        cluster.register(DOOMED, proxy.address(), TOPIC, 4);
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
        proxy.close();
        doomed.close();
        ofDoomed.close();
    }

    @Test
    void shouldLeaveABrokerAloneUntilItsTimeIsOverAndThenTryItOnce() throws Exception {
        DefaultMQProducer producer = cluster.producer();
        producer.setSendLatencyFaultEnable(true);
        producer.setLatencyMax(new long[] {0, 5_000});
        producer.setNotAvailableDuration(new long[] {0, AVOIDANCE_MS});
        SendLoad load = new SendLoad(Sending.sync(producer, TOPIC), Integer.MAX_VALUE);
        long[] attempts = freezeAndWatch(load, 2);
        assertThat(load.sends()).filteredOn(sent -> sent.failure() != null).isEmpty();
        long trials = LongStream.of(attempts)
                .filter(nanos -> nanos > attempts[0] + TimeUnit.MILLISECONDS.toNanos(AVOIDANCE_MS))
                .count();
        assertThat(trials).as("sends that try the broker when its time is over").isEqualTo(1);
    }

    @Test
    void shouldServeThePublishedClientThatDoesSoToo() throws Exception {
        try (Peer peer = Peer.client("5.5.0", "JSON")) {
            Function<String, String> producer = peer.producer(Map.of(
                    "nameServer",
                    cluster.nameServerAddress(),
                    "topic",
                    TOPIC,
                    "avoidanceMs",
                    Long.toString(AVOIDANCE_MS)));
            SendLoad load = new SendLoad(Sending.published(producer), Integer.MAX_VALUE);
            freezeAndWatch(load, 1);
            producer.apply(null);
        }
    }

    /**
     * Freezes the broker under load and returns when sends came to it afterwards: the first ones at once, nothing during the time that follows
     * the first failure.
     */
    private long[] freezeAndWatch(SendLoad load, int phases) throws Exception {
        await().atMost(Duration.ofSeconds(60)).until(() -> load.done() > 1_000 && proxy.sendsAtNanos().length > 100);
        doomed.freeze();
        long frozenNanos = System.nanoTime();
        // A send that took this long has had its failure, and has gone on or ended.
        await("the first failure")
                .atMost(Duration.ofSeconds(30))
                .until(() -> load.sends().anyMatch(LatencyFaultTest::failedOnce));
        long failedNanos = load.sends()
                .filter(LatencyFaultTest::failedOnce)
                .mapToLong(SendLoad.Sent::endNanos)
                .min()
                .orElseThrow();
        long overNanos = failedNanos + TimeUnit.MILLISECONDS.toNanos(AVOIDANCE_MS);
        await("the time of avoidance is over")
                .atMost(Duration.ofSeconds(30))
                .until(() -> System.nanoTime() > overNanos);
        if (phases > 1) {
            await("a trial").atMost(Duration.ofSeconds(30)).until(() -> lastSendNanos() > overNanos - graceNanos());
        }
        load.enough();
        load.join();
        long[] attempts =
                Arrays.stream(proxy.sendsAtNanos()).filter(nanos -> nanos > frozenNanos).toArray();
        assertThat(LongStream.of(attempts).filter(nanos -> nanos <= failedNanos).count())
                .as("sends under way when the broker hung")
                .isLessThanOrEqualTo(THREADS);
        assertThat(attempts)
                .as("sends while the broker is avoided")
                .noneMatch(nanos -> nanos > failedNanos && nanos < overNanos - graceNanos());
        return attempts;
    }

    private static boolean failedOnce(SendLoad.Sent sent) {
        return sent.tookNanos() > TimeUnit.SECONDS.toNanos(1);
    }

    private long lastSendNanos() {
        return Arrays.stream(proxy.sendsAtNanos()).max().orElse(0);
    }

    /** Between a failure and the end of its send there is another attempt. */
    private static long graceNanos() {
        return TimeUnit.MILLISECONDS.toNanos(AVOIDANCE_MS / 5);
    }
}
