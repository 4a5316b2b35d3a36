package io.ferrymq.distribution.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.crash.BrokerProcess;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With {@code sendLatencyFaultEnable}: what goes to a broker that hangs is counted at a socket in front of it. */
class LatencyFaultTest {
    private static final String TOPIC = "T";
    private static final String DOOMED = "doomed";
    private static final int THREADS = 8;
    private static final long AVOIDANCE_MS = 1_500;
    /** Between a failure and the end of its send there is another attempt. */
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /** A little less than the share of an attempt. */
    private static final long HANGS_NANOS = TimeUnit.MILLISECONDS.toNanos(1_450);

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
        long trials = freezeAndWatch(load, sent -> sent.tookNanos() > HANGS_NANOS, true);
        assertThat(load.sends()).filteredOn(sent -> sent.failure() != null).isEmpty();
        assertThat(trials).as("sends that try the broker when its time is over").isEqualTo(1);
    }

    @Test
    @Tag("soak")
    void shouldServeThePublishedClientThatDoesSoToo() throws Exception {
        try (PublishedProducer producer = new PublishedProducer(
                cluster.nameServerAddress(), TOPIC, Map.of("avoidanceMs", Long.toString(AVOIDANCE_MS)))) {
            SendLoad load = new SendLoad(producer, Integer.MAX_VALUE);
            freezeAndWatch(load, sent -> sent.failure() != null, false);
        }
    }

    /**
     * Freezes the broker under load: what is sent to it comes at once, nothing during the time that follows the first failure.
     *
     * @param hung whether it was a send to the frozen broker
     * @return how many sends came when that time was over
     */
    private long freezeAndWatch(SendLoad load, Predicate<SendLoad.Sent> hung, boolean untilTrial) throws Exception {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> load.done() > 1_000 && proxy.sends().size() > 100);
        doomed.freeze();
        long frozenNanos = System.nanoTime();
        await("the first failure").atMost(Duration.ofSeconds(30)).until(() -> firstFailureNanos(load, hung, frozenNanos)
                .isPresent());
        long failedNanos = firstFailureNanos(load, hung, frozenNanos).getAsLong();
        long overNanos = failedNanos + TimeUnit.MILLISECONDS.toNanos(AVOIDANCE_MS) - GRACE_NANOS;
        await("the time of avoidance is over")
                .atMost(Duration.ofSeconds(30))
                .until(() -> System.nanoTime() > overNanos && (!untilTrial || sends(overNanos, Long.MAX_VALUE) > 0));
        load.enough();
        load.join();
        assertThat(sends(frozenNanos, failedNanos))
                .as("sends under way when the broker hung")
                .isLessThanOrEqualTo(THREADS);
        assertThat(sends(failedNanos, overNanos))
                .as("sends while the broker is avoided")
                .isZero();
        return sends(overNanos, Long.MAX_VALUE);
    }

    private long sends(long fromNanos, long toNanos) {
        return proxy.sends().stream()
                .filter(send -> send.nanos() > fromNanos && send.nanos() <= toNanos)
                .count();
    }

    /** When the first send ended that hung at the frozen broker: it has had its failure, and has gone on or ended. */
    private static OptionalLong firstFailureNanos(SendLoad load, Predicate<SendLoad.Sent> hung, long frozenNanos) {
        return load.sends()
                .filter(sent -> sent.endNanos() > frozenNanos + HANGS_NANOS && hung.test(sent))
                .mapToLong(SendLoad.Sent::endNanos)
                .min();
    }
}
