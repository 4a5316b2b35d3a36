package io.ferrymq.distribution.failover;

import static io.ferrymq.distribution.LocalCluster.BROKER;
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
import io.ferrymq.remoting.protocol.body.KVTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The link between master and slave breaks in all ways, and both go away and come back in every order: each time the logs become the same, byte for byte. */
class ReplicationLinkTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String TOPIC = "Linked";
    private static final String SLAVE = LocalCluster.slaveOf(BROKER, 1);
    private static final Map<String, String> SMALL = Map.of(
            "mappedFileSizeCommitLog", "262144",
            "haSendHeartbeatInterval", "100",
            "haHousekeepingInterval", "800");

    @TempDir
    Path folder;

    private LocalCluster cluster;
    private DefaultMQProducer producer;
    private int sent;

    private enum Fault {
        CUT,
        TORN_FRAME,
        TORN_HEADER,
        STALLED_SHORTLY,
        HALF_OPEN,
        DOWN
    }

    @Test
    void shouldBecomeTheSameAfterEachFaultOfTheLink() throws Exception {
        faults(1);
    }

    @Test
    @Tag("soak")
    void shouldBecomeTheSameAfterManyFaultsOfTheLink() throws Exception {
        faults(25);
    }

    private void faults(int rounds) throws Exception {
        long seed = Long.getLong("ferrymq.seed", System.nanoTime());
        Random random = new Random(seed);
        try (LocalCluster started = LocalCluster.withNameServers(folder, 1)) {
            begin(started, Map.of());
            String haAddress = cluster.broker(BROKER).identity().haAddress();
            int haPort = Integer.parseInt(haAddress.substring(haAddress.lastIndexOf(':') + 1));
            try (LinkProxy link = new LinkProxy(haPort)) {
                Map<String, String> settings = new HashMap<>(SMALL);
                settings.put("haMasterAddress", link.address());
                send(3, random);
                cluster.startSlave(BROKER, 1, settings);
                assertSame("seed " + seed + ", at the beginning");
                for (int round = 0; round < rounds; round++) {
                    for (Fault fault : Fault.values()) {
                        suffer(link, fault, random);
                        assertSame("seed " + seed + ", round " + round + ", " + fault);
                    }
                }
            }
        }
    }

    private void suffer(LinkProxy link, Fault fault, Random random) throws Exception {
        switch (fault) {
            case CUT -> {
                send(10, random);
                link.down(true);
                send(5, random);
                link.down(false);
            }
            case TORN_FRAME -> {
                link.cutAfter(1 + random.nextInt(60_000));
                send(15, random);
            }
            case TORN_HEADER -> {
                link.cutAfter(1 + random.nextInt(11));
                send(5, random);
            }
            case STALLED_SHORTLY -> {
                link.stall(true);
                send(15, random);
                link.stall(false);
            }
            case HALF_OPEN -> {
                link.stall(true);
                send(10, random);
                // Both ends are connected and hear nothing: each must find out by itself.
                await().atMost(LONG).until(this::isAlone);
                link.down(true);
                link.stall(false);
                link.down(false);
            }
            case DOWN -> {
                link.down(true);
                // More than a file.
                send(40, random);
                link.down(false);
            }
        }
    }

    private boolean isAlone() {
        byte[] body = cluster.call(BROKER, Request.of(RequestCode.GET_BROKER_HA_STATUS))
                .body();
        return Json.decode(body, HaRuntimeInfo.class).haConnectionInfo().isEmpty();
    }

    @Test
    void shouldBecomeTheSameWhateverOrderTheyStopAndStartIn() throws Exception {
        Random random = new Random(7);
        try (LocalCluster started = LocalCluster.withNameServers(folder, 1)) {
            begin(started, Map.of());
            cluster.startSlave(BROKER, 1, SMALL);
            for (List<String> stops : List.of(List.of(BROKER, SLAVE), List.of(SLAVE, BROKER))) {
                for (List<String> starts : List.of(List.of(BROKER, SLAVE), List.of(SLAVE, BROKER))) {
                    send(10, random);
                    stops.forEach(cluster::stopBroker);
                    starts.forEach(this::start);
                    assertSame("stopped " + stops + ", started " + starts);
                }
            }
            for (String alone : List.of(BROKER, SLAVE)) {
                send(10, random);
                cluster.stopBroker(alone);
                if (alone.equals(SLAVE)) {
                    send(10, random);
                }
                start(alone);
                assertSame("stopped " + alone);
            }
        }
    }

    private void start(String member) {
        if (member.equals(BROKER)) {
            cluster.startBroker(BROKER, SMALL);
        } else {
            cluster.startSlave(BROKER, 1, SMALL);
        }
    }

    private void begin(LocalCluster started, Map<String, String> more) throws Exception {
        cluster = started;
        Map<String, String> settings = new HashMap<>(SMALL);
        settings.putAll(more);
        cluster.startBroker(BROKER, settings);
        cluster.createTopic(TOPIC, 2);
        producer = cluster.producer();
    }

    private void send(int count, Random random) throws Exception {
        for (int i = 0; i < count; i++) {
            byte[] body = new byte[1 + random.nextInt(20_000)];
            random.nextBytes(body);
            int number = sent++;
            Message message = new Message(TOPIC, "tag", "key" + number, body);
            await().atMost(LONG)
                    .ignoreExceptions()
                    .until(() -> producer.send(message).getSendStatus() == SendStatus.SEND_OK);
        }
    }

    private Map<String, String> runtimeInfo(String member) {
        byte[] body = cluster.call(member, Request.of(RequestCode.GET_BROKER_RUNTIME_INFO))
                .body();
        return Json.decode(body, KVTable.class).table();
    }

    private long logEnd(String member) {
        return Long.parseLong(runtimeInfo(member).get("commitLogMaxOffset"));
    }

    private void assertSame(String when) throws Exception {
        long end = logEnd(BROKER);
        await(when).atMost(LONG).until(() -> logEnd(SLAVE) == end);
        assertThat(LogFiles.assertCopy(cluster.store(BROKER), cluster.store(SLAVE), end))
                .as(when)
                .isZero();
    }
}
