package io.ferrymq.broker.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.TestBroker;
import io.ferrymq.broker.TestConsumer;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** What a SYNC_MASTER answers, and when; the slaves are mostly made of one socket. */
class SyncMasterTest {
    private static final long TIMEOUT_MS = 800;

    @TempDir
    private Path dir;

    private TestBroker master;

    @BeforeEach
    void start(TestInfo test) throws Exception {
        String minimum = test.getDisplayName().contains("minimum") ? "2" : "1";
        String timeoutMs =
                test.getDisplayName().contains("Late") || test.getDisplayName().contains("UP-152")
                        ? Long.toString(TIMEOUT_MS)
                        : test.getDisplayName().contains("OkOnce") ? "2000" : "10000";
        String housekeepingMs = test.getDisplayName().contains("Silent") ? "1000" : "20000";
        master = TestBroker.start(
                dir.resolve("master"),
                "brokerRole",
                "SYNC_MASTER",
                "slaveTimeout",
                timeoutMs,
                "haSendHeartbeatInterval",
                "100",
                "haHousekeepingInterval",
                housekeepingMs,
                "minInSyncReplicas",
                minimum);
        master.createTopic("T", 2);
    }

    @AfterEach
    void stop() {
        master.close();
    }

    private Reply send() throws Exception {
        return master.send("T", 0, Map.of(), "hello".getBytes(StandardCharsets.UTF_8));
    }

    private RawSlave slave() throws Exception {
        RawSlave slave = new RawSlave(master.broker().identity().haAddress());
        slave.report(Pair.logEnd(master));
        return slave;
    }

    @Test
    void shouldAnswerOkOnceASlaveHasTheMessage() throws Exception {
        try (TestBroker slave =
                Pair.slave(dir.resolve("slave"), master.broker().identity().haAddress())) {
            Pair.awaitFollowers(master, 1);
            for (int i = 0; i < 20; i++) {
                Reply reply = send();
                assertThat(reply.code()).as("%s", reply.remark()).isZero();
                long end = Pair.logEnd(master);
                assertThat(Pair.logEnd(slave)).isEqualTo(end);
            }
        }
        await().atMost(Pair.SOON).until(() -> send().code() == ResponseCode.SLAVE_NOT_AVAILABLE);
    }

    @Test
    void shouldTellThatASlaveIsTooLateAndLaterThatThereIsNone() throws Exception {
        try (RawSlave slave = slave()) {
            Pair.awaitFollowers(master, 1);
            long beganNanos = System.nanoTime();
            Reply late = send();
            long tookMs = (System.nanoTime() - beganNanos) / 1_000_000;
            assertThat(late.code()).isEqualTo(ResponseCode.FLUSH_SLAVE_TIMEOUT);
            assertThat(late.remark()).contains("slaveTimeout");
            assertThat(tookMs).isBetween(TIMEOUT_MS, 20_000L);
            assertThat(late.header(SendMessageResponseHeader.class).queueOffset())
                    .isZero();
            // UP-158: a slave that is connected and takes nothing does not hold up one send after the other.
            assertThat(send().code()).isEqualTo(ResponseCode.SLAVE_NOT_AVAILABLE);
            // When it has caught up it counts again.
            long end = slave.readUpTo(0, Pair.logEnd(master)).length;
            slave.report(end);
            await().atMost(Pair.SOON).until(() -> Pair.status(master).inSyncSlaveNums() == 1);
            CompletableFuture<Reply> answer = sendAsync(Map.of("WAIT", "true"));
            slave.report(end + slave.readUpTo(end, end + 1).length);
            assertThat(answer.get().code()).isZero();
        }
    }

    private CompletableFuture<Reply> sendAsync(Map<String, String> properties) {
        return master.client()
                .callAsync(
                        master.broker().address(),
                        TestBroker.send(TestBroker.header("T", 0, properties), new byte[10]),
                        20_000);
    }

    @Test
    @DisplayName("UP-058: traffic that does not wait for slaves does not shorten the waiting of a send that does")
    void up058_shouldWaitTheConfiguredTime() throws Exception {
        try (RawSlave slave = slave()) {
            Pair.awaitFollowers(master, 1);
            CompletableFuture<Reply> waiting = sendAsync(Map.of());
            List<CompletableFuture<Reply>> busy = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                busy.add(sendAsync(Map.of("WAIT", "false")));
            }
            for (CompletableFuture<Reply> send : busy) {
                assertThat(send.get().code()).isZero();
            }
            assertThat(waiting).isNotDone();
            slave.readUpTo(0, Pair.logEnd(master));
            slave.report(Pair.logEnd(master));
            assertThat(waiting.get().code()).isZero();
        }
    }

    @Test
    @DisplayName("UP-152: bytes of strangers, and positions beyond the log, close the connection and confirm nothing")
    void up152_shouldNotTakeStrangersForSlaves() throws Exception {
        String address = master.broker().identity().haAddress();
        byte[][] greetings = {
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            {-1, -1, -1, -1, -1, -1, -1, -1},
            {0, 0, 0, 0, 0x7F, 0, 0, 0}
        };
        for (byte[] greeting : greetings) {
            try (RawSlave stranger = new RawSlave(address)) {
                stranger.write(greeting);
                assertThat(send().code()).isEqualTo(ResponseCode.SLAVE_NOT_AVAILABLE);
                assertThat(stranger.isClosed()).isTrue();
            }
        }
        // What a slave with an empty log says is eight zero bytes: nobody waits for it before it has taken something.
        try (RawSlave silent = new RawSlave(address)) {
            silent.report(0);
            Pair.awaitFollowers(master, 1);
            assertThat(Pair.status(master).inSyncSlaveNums()).isZero();
            assertThat(send().code()).isEqualTo(ResponseCode.SLAVE_NOT_AVAILABLE);
        }
        try (RawSlave liar = slave()) {
            Pair.awaitFollowers(master, 1);
            liar.report(Pair.logEnd(master) + 1_000_000);
            assertThat(liar.isClosed()).isTrue();
            assertThat(send().code()).isNotZero();
        }
    }

    @Test
    @DisplayName("UP-060: below the minimum of copies sends are refused before they are stored")
    void up060_shouldRefuseBelowTheMinimum() throws Exception {
        long before = Pair.logEnd(master);
        Reply refused = send();
        assertThat(refused.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(refused.remark()).contains("minInSyncReplicas is 2");
        assertThat(Pair.logEnd(master)).isEqualTo(before);
        try (TestBroker slave =
                Pair.slave(dir.resolve("slave"), master.broker().identity().haAddress())) {
            await().atMost(Pair.SOON).until(() -> send().code() == ResponseCode.SUCCESS);
            assertThat(Pair.logEnd(slave)).isEqualTo(Pair.logEnd(master));
        }
    }

    @Test
    void shouldShowConsumersOnlyWhatASlaveHas() throws Exception {
        try (RawSlave slave = slave();
                TestConsumer consumer = new TestConsumer(master.broker().address(), "G", "c")) {
            consumer.join("T");
            Pair.awaitFollowers(master, 1);
            CompletableFuture<Reply> sent = sendAsync(Map.of());
            long end = slave.readUpTo(0, 1).length;
            assertThat(consumer.pull("T", 0, 0).code()).isEqualTo(ResponseCode.PULL_NOT_FOUND);
            CompletableFuture<Reply> pull = consumer.waitingPull("T", 0, 0, 15_000);
            slave.report(end);
            assertThat(sent.get().code()).isZero();
            assertThat(TestConsumer.messages(pull.get())).hasSize(1);
        }
    }

    @Test
    void shouldCloseSilentConnectionsAndBeatItsHeart() throws Exception {
        try (RawSlave silent = new RawSlave(master.broker().identity().haAddress());
                RawSlave follower = slave()) {
            assertThat(follower.read()).satisfies(frame -> {
                assertThat(frame.body()).isEmpty();
                assertThat(frame.address()).isZero();
            });
            silent.write(new byte[] {0, 0, 0, 0, 0, 0, 1});
            assertThat(silent.isClosed()).isTrue();
        }
    }
}
