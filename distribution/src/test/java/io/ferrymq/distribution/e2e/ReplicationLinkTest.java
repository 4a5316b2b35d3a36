package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.common.message.Message;
import io.ferrymq.distribution.LinkProxy;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.LogFiles;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.HaRuntimeInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links between master and slave that stand and carry nothing, and slaves that are no copy of the master they find. */
class ReplicationLinkTest {
    private static final String TOPIC = "Linked";
    private static final String SLAVE = LocalCluster.slaveOf(LocalCluster.BROKER, 1);
    private static final Duration WAIT_MAX = Duration.ofSeconds(30);
    private static final Map<String, String> MASTER = Map.of(
            "brokerRole", "SYNC_MASTER",
            "slaveTimeout", "1500",
            "haSendHeartbeatInterval", "100",
            "haHousekeepingInterval", "2500");

    @TempDir
    Path folder;

    private LocalCluster cluster;

    private HaRuntimeInfo status(String broker) {
        return Json.decode(
                cluster.call(broker, Request.of(RequestCode.GET_BROKER_HA_STATUS))
                        .body(),
                HaRuntimeInfo.class);
    }

    private long slaveEnd() {
        return status(SLAVE).haClientRuntimeInfo().maxOffset();
    }

    private long masterEnd() {
        return status(LocalCluster.BROKER).masterCommitLogMaxOffset();
    }

    private void awaitInSync() {
        await("the slave is in sync").atMost(WAIT_MAX).until(() -> {
            HaRuntimeInfo info = status(LocalCluster.BROKER);
            return info.inSyncSlaveNums() == 1
                    && info.haConnectionInfo().get(0).slaveAckOffset() == info.masterCommitLogMaxOffset();
        });
    }

    private static SendStatus send(DefaultMQProducer producer, String text) throws Exception {
        return producer.send(new Message(TOPIC, text.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .getSendStatus();
    }

    @Test
    @DisplayName("UP-158: a link that stands and carries nothing is told, counts no longer, and heals by itself")
    void up158_shouldOutliveAStalledLink() throws Exception {
        try (LocalCluster started = LocalCluster.withNameServers(folder, 1)) {
            cluster = started;
            cluster.startBroker(LocalCluster.BROKER, MASTER);
            cluster.createTopic(TOPIC, 1);
            String haAddress = cluster.broker(LocalCluster.BROKER).identity().haAddress();
            try (LinkProxy link =
                    new LinkProxy(Integer.parseInt(haAddress.substring(haAddress.lastIndexOf(':') + 1)))) {
                cluster.startSlave(
                        LocalCluster.BROKER,
                        1,
                        Map.of(
                                "haMasterAddress",
                                link.address(),
                                "haSendHeartbeatInterval",
                                "100",
                                "haHousekeepingInterval",
                                "2500"));
                awaitInSync();
                DefaultMQProducer producer = cluster.producer();
                assertThat(send(producer, "before")).isEqualTo(SendStatus.SEND_OK);

                link.stall(true);
                assertThat(send(producer, "stalled")).isEqualTo(SendStatus.FLUSH_SLAVE_TIMEOUT);
                await("nobody waits for that slave any more")
                        .atMost(WAIT_MAX)
                        .until(() -> send(producer, "stalled") == SendStatus.SLAVE_NOT_AVAILABLE);
                await("its connection is closed").atMost(WAIT_MAX).until(() -> status(LocalCluster.BROKER)
                        .haConnectionInfo()
                        .isEmpty());

                link.stall(false);
                awaitInSync();
                assertThat(send(producer, "after")).isEqualTo(SendStatus.SEND_OK);
                LogFiles.assertCopy(cluster.store(LocalCluster.BROKER), cluster.store(SLAVE), masterEnd());
            }
        }
    }

    @Test
    @DisplayName("UP-152, UP-153: a slave takes nothing from a master whose log its own does not continue")
    void up153_shouldNotDivergeInSilence() throws Exception {
        try (LocalCluster started = LocalCluster.start(folder, LocalCluster.BROKER)) {
            cluster = started;
            cluster.createTopic(TOPIC, 1);
            cluster.startSlave(LocalCluster.BROKER, 1, Map.of());
            DefaultMQProducer producer = cluster.producer();
            for (int i = 0; i < 20; i++) {
                send(producer, "first life " + i);
            }
            awaitInSync();
            long end = slaveEnd();
            cluster.stopBroker(LocalCluster.BROKER);
            cluster.stopBroker(SLAVE);
            deleteLog(cluster.store(LocalCluster.BROKER));
            byte[] before = LogFiles.below(cluster.store(SLAVE), end).get(0L);

            // The master has lost its disk: first it is behind the slave, then it has more, but something else.
            cluster.startBroker(LocalCluster.BROKER);
            cluster.createTopic(TOPIC, 1);
            cluster.startSlave(LocalCluster.BROKER, 1, Map.of());
            send(producer, "second life");
            assertThat(masterEnd()).isLessThan(end);
            assertRefused(end);
            for (int i = 0; i < 30; i++) {
                send(producer, "another life " + i);
            }
            assertThat(masterEnd()).isGreaterThan(end);
            assertRefused(end);
            cluster.stopBroker(SLAVE);
            cluster.startSlave(LocalCluster.BROKER, 1, Map.of());
            assertRefused(end);
            assertThat(LogFiles.below(cluster.store(SLAVE), end).get(0L)).isEqualTo(before);
        }
    }

    private void assertRefused(long end) {
        await("nothing is copied")
                .during(Duration.ofMillis(600))
                .atMost(WAIT_MAX)
                .until(() -> slaveEnd() == end
                        && status(LocalCluster.BROKER).haConnectionInfo().isEmpty());
    }

    private static void deleteLog(Path store) throws Exception {
        try (Stream<Path> files = Files.walk(store)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
