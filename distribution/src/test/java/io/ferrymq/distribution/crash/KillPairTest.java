package io.ferrymq.distribution.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.distribution.LogFiles;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of a master, of its slave, of both, under load: the two become the same again, and the slave alone has all that was answered OK. */
class KillPairTest {
    private static final List<String> TOPICS = List.of("Pair-a", "Pair-b");
    private static final int QUEUES = 2;
    private static final Duration LONG = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    private final Set<String> tried = new HashSet<>();
    private final List<Audit.Answered> answered = new ArrayList<>();

    private enum Victims {
        MASTER,
        SLAVE,
        BOTH
    }

    @Test
    @Tag("soak")
    void shouldKeepEveryAnsweredMessageOnTheSlaveThroughManyKills() throws Exception {
        killAndAudit(10, "ASYNC_FLUSH", Victims.values());
        killAndAudit(10, "SYNC_FLUSH", Victims.values());
    }

    private void killAndAudit(int rounds, String flush, Victims... choice) throws Exception {
        long seed = Long.getLong("ferrymq.seed", System.nanoTime());
        Random random = new Random(seed);
        Path place = Files.createDirectories(folder.resolve(flush));
        answered.clear();
        tried.clear();
        try (NameServer nameServer = NameServer.start(NamesrvConfig.embedded(place.resolve("namesrv")));
                BrokerProcess master = broker(place.resolve("master"), nameServer, flush, "brokerRole=SYNC_MASTER");
                BrokerProcess slave = broker(
                        place.resolve("slave"),
                        nameServer,
                        flush,
                        "brokerRole=SLAVE",
                        "brokerId=1",
                        "slaveReadEnable=true",
                        "haMasterAddress=" + master.haAddress())) {
            master.start();
            slave.start();
            for (int round = 0; round < rounds; round++) {
                for (Victims victims : choice) {
                    String where = "seed " + seed + ", round " + round + ", killed " + victims;
                    killUnderLoad(nameServer, master, slave, victims, random, flush + round + victims);
                    audit(master, random, where);
                }
            }
            assertSame(master, slave, "seed " + seed);
            // The master's disk is gone: what it had answered is on the slave.
            master.kill();
            deleteTree(master.store());
            audit(slave, random, "seed " + seed + ", the slave alone");
        }
    }

    private BrokerProcess broker(Path place, NameServer nameServer, String flush, String... more) throws IOException {
        Files.createDirectories(place);
        List<String> settings = new ArrayList<>(List.of(
                "flushDiskType=" + flush,
                "mappedFileSizeCommitLog=1048576",
                "mappedFileSizeConsumeQueue=20000",
                "maxHashSlotNum=1000",
                "maxIndexNum=5000",
                "haSendHeartbeatInterval=200"));
        settings.addAll(List.of(more));
        return new BrokerProcess(place, nameServer.addressText(), settings);
    }

    private void killUnderLoad(
            NameServer nameServer,
            BrokerProcess master,
            BrokerProcess slave,
            Victims victims,
            Random random,
            String prefix)
            throws Exception {
        DefaultMQProducer producer = producer(nameServer, prefix);
        try {
            Load load = new Load(producer, TOPICS, prefix);
            int enough = 50 + random.nextInt(500);
            await().atMost(LONG).until(() -> load.size() >= enough);
            if (victims != Victims.MASTER) {
                slave.kill();
            }
            if (victims != Victims.SLAVE) {
                master.kill();
            }
            answered.addAll(load.end());
            tried.addAll(load.tried());
        } finally {
            producer.shutdown();
        }
        // In either order.
        List<BrokerProcess> order = random.nextBoolean() ? List.of(master, slave) : List.of(slave, master);
        for (BrokerProcess broker : order) {
            if (!broker.isRunning()) {
                broker.start();
            }
        }
    }

    private static DefaultMQProducer producer(NameServer nameServer, String prefix) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("pair-producers");
        producer.setInstanceName(prefix);
        producer.setNamesrvAddr(nameServer.addressText());
        producer.setRetryTimesWhenSendFailed(0);
        producer.setSendMsgTimeout(5_000);
        producer.start();
        for (String topic : TOPICS) {
            producer.createTopic("TBW102", topic, QUEUES, Map.of());
        }
        return producer;
    }

    private void audit(BrokerProcess broker, Random random, String where) throws Exception {
        try (Audit audit = new Audit(broker.address(), TOPICS, QUEUES)) {
            // What consumers may not see yet without a slave, they see when it is back.
            await().atMost(LONG).untilAsserted(() -> audit.assertAllThere(answered, audit.readAll()));
            assertThat(tried)
                    .as("nothing is invented")
                    .containsAll(audit.readAll().values());
            for (int i = 0; i < 20; i++) {
                audit.assertFoundByKey(answered.get(random.nextInt(answered.size())));
            }
        } catch (AssertionError e) {
            throw new AssertionError(where + ": " + e.getMessage(), e);
        }
    }

    private static void assertSame(BrokerProcess master, BrokerProcess slave, String where) throws Exception {
        try (Audit atMaster = new Audit(master.address(), TOPICS, QUEUES);
                Audit atSlave = new Audit(slave.address(), TOPICS, QUEUES)) {
            long end = atMaster.logEnd();
            await(where).atMost(LONG).until(() -> atSlave.logEnd() == end);
            assertThat(LogFiles.assertCopy(master.store(), slave.store(), end)).isZero();
        }
    }

    private static void deleteTree(Path dir) throws IOException {
        try (var all = Files.walk(dir)) {
            for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
