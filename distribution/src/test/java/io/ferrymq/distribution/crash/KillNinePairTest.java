package io.ferrymq.distribution.crash;

import static org.awaitility.Awaitility.await;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.distribution.FreePorts;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.HaRuntimeInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of slave and master under the load of synchronous replication; in the end the master's disk is lost. Every message answered OK is on
 * the slave, at the offset that was answered.
 */
class KillNinePairTest {
    private static final String TOPIC = "Pair";
    private static final int QUEUES = 4;
    private static final Duration WAIT_MAX = Duration.ofSeconds(60);
    private static final long CALL_MS = 5_000;

    @TempDir
    Path folder;

    private final IoThreads threads = new IoThreads("pair", 1);
    private final RemotingClient client =
            new RemotingClient(threads, RemotingSettings.defaults(), HandlerTable.empty());
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final List<Audit.Answered> answered = new ArrayList<>();
    private final List<BrokerProcess> processes = new ArrayList<>();
    private NameServer nameServer;

    @BeforeEach
    void startNames() throws Exception {
        nameServer = NameServer.start(NamesrvConfig.embedded(folder.resolve("namesrv")));
    }

    @AfterEach
    void stop() {
        processes.forEach(BrokerProcess::close);
        nameServer.close();
        client.close();
        threads.close();
    }

    @Test
    @DisplayName("promise 1: what SYNC_MASTER answered OK survives kill -9 of both and the loss of the master's disk")
    void shouldHaveEveryAnsweredMessageOnTheSlave() throws Exception {
        killAndPromote(1);
    }

    @Test
    @Tag("soak")
    void shouldHaveEveryAnsweredMessageOnTheSlaveAfterManyKills() throws Exception {
        killAndPromote(30);
    }

    private BrokerProcess broker(String member, String... settings) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "haListenPort=" + FreePorts.next(),
                "mappedFileSizeCommitLog=1048576",
                "mappedFileSizeConsumeQueue=20000",
                "maxHashSlotNum=1000",
                "maxIndexNum=5000"));
        lines.addAll(List.of(settings));
        Path place = Files.createDirectories(folder.resolve(member));
        BrokerProcess process = new BrokerProcess(place, nameServer.addressText(), lines);
        processes.add(process);
        return process;
    }

    private void killAndPromote(int cycles) throws Exception {
        BrokerProcess master = broker("master", "brokerRole=SYNC_MASTER");
        BrokerProcess slave = broker("slave", "brokerRole=SLAVE", "brokerId=1");
        master.start();
        slave.start();
        for (int cycle = 0; cycle < cycles; cycle++) {
            String where = "seed " + seed + " cycle " + cycle;
            awaitInSync(master);
            try (Senders senders = new Senders("c" + cycle)) {
                senders.awaitMore(100 + random.nextInt(400));
                slave.kill();
                slave.start();
                awaitInSync(master);
                senders.awaitMore(100 + random.nextInt(400));
                master.kill();
                answered.addAll(senders.end());
            }
            master.start();
            audit(master, where);
        }
        awaitInSync(master);
        try (Senders senders = new Senders("last")) {
            senders.awaitMore(100 + random.nextInt(400));
            master.kill();
            slave.kill();
            answered.addAll(senders.end());
        }
        BrokerProcess promoted = broker("slave");
        promoted.start();
        audit(promoted, "seed " + seed + ", the slave as master");
    }

    private void awaitInSync(BrokerProcess master) {
        await("a slave is in sync").atMost(WAIT_MAX).until(() -> {
            Reply reply = client.call(master.address(), Request.of(RequestCode.GET_BROKER_HA_STATUS), CALL_MS);
            HaRuntimeInfo info = Json.decode(reply.body(), HaRuntimeInfo.class);
            return info.inSyncSlaveNums() == 1 && info.haConnectionInfo().get(0).diff() < 1 << 20;
        });
    }

    private void audit(BrokerProcess broker, String where) throws Exception {
        try (Audit audit = new Audit(broker.address(), List.of(TOPIC), QUEUES)) {
            audit.assertAllThere(answered, audit.readAll());
            audit.assertFoundByKey(answered.get(random.nextInt(answered.size())));
            audit.assertFoundByKey(answered.get(answered.size() - 1));
        } catch (AssertionError e) {
            throw new AssertionError(where + ": " + e.getMessage(), e);
        }
    }

    /** Threads that send, with a producer of their own. */
    private final class Senders implements AutoCloseable {
        private final DefaultMQProducer producer = new DefaultMQProducer("pair-producers");
        private final Load load;

        Senders(String prefix) throws Exception {
            producer.setInstanceName(prefix);
            producer.setNamesrvAddr(nameServer.addressText());
            producer.setRetryTimesWhenSendFailed(0);
            producer.setSendMsgTimeout((int) CALL_MS);
            producer.start();
            producer.createTopic("TBW102", TOPIC, QUEUES, Map.of());
            load = new Load(producer, List.of(TOPIC), prefix);
        }

        /** Waits until so many more messages were answered OK. */
        void awaitMore(int count) {
            int before = load.size();
            await("messages are answered OK").atMost(WAIT_MAX).until(() -> load.size() >= before + count);
        }

        List<Audit.Answered> end() throws InterruptedException {
            return load.end();
        }

        @Override
        public void close() {
            producer.shutdown();
        }
    }
}
