package io.ferrymq.broker.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.TestBroker;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A master and its slave in one process: the log arrives as it is, whatever happens to the connection or to one of the two. */
class ReplicationTest {
    private static final String FILE_BYTES = Integer.toString(128 << 10);

    @TempDir
    private Path dir;

    private TestBroker master(String... more) {
        String[] settings = new String[more.length + 4];
        settings[0] = "mappedFileSizeCommitLog";
        settings[1] = FILE_BYTES;
        settings[2] = "haSendHeartbeatInterval";
        settings[3] = "200";
        System.arraycopy(more, 0, settings, 4, more.length);
        return TestBroker.start(dir.resolve("master"), settings);
    }

    private TestBroker slave(TestBroker master, String... more) {
        String[] settings = new String[more.length + 2];
        settings[0] = "mappedFileSizeCommitLog";
        settings[1] = FILE_BYTES;
        System.arraycopy(more, 0, settings, 2, more.length);
        return Pair.slave(dir.resolve("slave"), master.broker().identity().haAddress(), settings);
    }

    private static void send(TestBroker master, int count, int bodyMaxBytes) throws Exception {
        Random random = new Random(count);
        for (int i = 0; i < count; i++) {
            byte[] body = new byte[1 + random.nextInt(bodyMaxBytes)];
            random.nextBytes(body);
            Reply reply = master.send("T", i % 2, Map.of("KEYS", "k" + i), body);
            assertThat(reply.code()).as("%s", reply.remark()).isZero();
        }
    }

    private static long maxOffset(TestBroker broker, int queueId) throws Exception {
        return broker.call(Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader("T", queueId, true)))
                .header(OffsetResponseHeader.class)
                .offset();
    }

    @Test
    void shouldCopyTheLogByteForByteOverSeveralFiles() throws Exception {
        try (TestBroker master = master();
                TestBroker slave = slave(master)) {
            Pair.awaitFollowers(master, 1);
            send(master, 60, 20_000);
            long end = Pair.awaitCaughtUp(master, slave);
            assertThat(end).isGreaterThan(3 * (128L << 10));
            Pair.assertSameLogs(dir.resolve("master"), dir.resolve("slave"), end);
            await().atMost(Pair.SOON).until(() -> maxOffset(slave, 0) == 30 && maxOffset(slave, 1) == 30);
        }
    }

    @Test
    void shouldBeginAnEmptySlaveAtTheLastFileOfAnOldMaster() throws Exception {
        try (TestBroker master = master()) {
            send(master, 60, 20_000);
            long end = Pair.logEnd(master);
            try (TestBroker slave = slave(master)) {
                Pair.awaitCaughtUp(master, slave);
                assertThat(Pair.files(dir.resolve("slave"), end)).hasSize(1);
                // What belongs to files it never got is not there, what came is found under its own numbers.
                await().atMost(Pair.SOON).until(() -> maxOffset(slave, 0) == 30 && maxOffset(slave, 1) == 30);
                send(master, 30, 20_000);
                Pair.awaitCaughtUp(master, slave);
            }
        }
    }

    @Test
    void shouldCatchUpOverMoreThanAFileAfterBothWereAway() throws Exception {
        try (TestBroker master = master()) {
            try (TestBroker slave = slave(master)) {
                Pair.awaitFollowers(master, 1);
                send(master, 10, 20_000);
                Pair.awaitCaughtUp(master, slave);
            }
            send(master, 40, 20_000);
        }
        try (TestBroker master = master();
                TestBroker slave = slave(master)) {
            long end = Pair.awaitCaughtUp(master, slave);
            Pair.assertSameLogs(dir.resolve("master"), dir.resolve("slave"), end);
            await().atMost(Pair.SOON).until(() -> maxOffset(slave, 0) == 25 && maxOffset(slave, 1) == 25);
        }
    }

    @Test
    void shouldGoOnBehindAMessageThatWasCutInTheMiddle() throws Exception {
        byte[] log;
        long end;
        try (TestBroker master = master()) {
            send(master, 5, 20_000);
            end = Pair.logEnd(master);
            log = Pair.files(dir.resolve("master"), end).get(0);
        }
        int half = (int) end - 100;
        try (RawMaster master = new RawMaster()) {
            try (TestBroker slave =
                    Pair.slave(dir.resolve("slave"), master.address(), "mappedFileSizeCommitLog", FILE_BYTES)) {
                assertThat(master.accept()).isZero();
                master.send(0, log, 0, half - 50);
                // Cut in the middle of a frame, too.
                master.send(half - 50, log, half - 50, half);
                master.awaitReport(half);
                master.hangUp();
                assertThat(master.accept()).isEqualTo(half);
                assertThat(maxOffset(slave, 0)).isEqualTo(2);
                master.hangUp();
            }
            // Restarted, it begins behind its last whole message.
            try (TestBroker slave =
                    Pair.slave(dir.resolve("slave"), master.address(), "mappedFileSizeCommitLog", FILE_BYTES)) {
                int from = (int) master.accept();
                assertThat(from).isLessThan(half);
                master.send(from, log, from, (int) end);
                master.awaitReport(end);
                await().atMost(Pair.SOON).until(() -> maxOffset(slave, 0) == 3);
            }
        }
        Pair.assertSameLogs(dir.resolve("master"), dir.resolve("slave"), end);
    }

    @Test
    void shouldNotTakeBytesThatDoNotFollowItsLog() throws Exception {
        try (RawMaster master = new RawMaster();
                TestBroker slave = Pair.slave(dir.resolve("slave"), master.address())) {
            assertThat(master.accept()).isZero();
            master.send(0, new byte[] {0, 0, 0, 1}, 0, 4);
            master.awaitReport(4);
            master.send(8, new byte[4], 0, 4);
            assertThat(master.accept()).as("after it hung up").isEqualTo(4);
            assertThat(Pair.logEnd(slave)).isEqualTo(4);
        }
    }

    @Test
    void shouldAcknowledgeOnlyWhatIsOnItsDiskWithSynchronousFlush() throws Exception {
        try (TestBroker master = master();
                TestBroker slave = slave(master, "flushDiskType", "SYNC_FLUSH")) {
            Pair.awaitFollowers(master, 1);
            send(master, 20, 5_000);
            Pair.awaitCaughtUp(master, slave);
        }
    }

    @Test
    void shouldRefuseSendsOnASlave() throws Exception {
        try (TestBroker master = master();
                TestBroker slave = slave(master)) {
            Reply reply = slave.send("T", 0, Map.of(), new byte[1]);
            assertThat(reply.code()).isEqualTo(ResponseCode.SERVICE_NOT_AVAILABLE);
            assertThat(reply.remark()).contains("is a slave");
        }
    }

    @Test
    void shouldFindItsMasterWheneverThatIsThere() throws Exception {
        String port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = Integer.toString(free.getLocalPort());
        }
        try (TestBroker slave =
                Pair.slave(dir.resolve("slave"), "127.0.0.1:" + port, "mappedFileSizeCommitLog", FILE_BYTES)) {
            for (int life = 0; life < 2; life++) {
                try (TestBroker master = master("haListenPort", port)) {
                    Pair.awaitFollowers(master, 1);
                    send(master, 3, 100);
                    Pair.awaitCaughtUp(master, slave);
                }
            }
        }
    }
}
