package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.GetMinOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.PullMessageCodec;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A broker whose store fills a real, small file system. Only where this process may mount one. */
class FullDiskTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int BODY_BYTES = 100_000;

    @TempDir
    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", disk.toString()))
                .as("this process may mount a file system")
                .isTrue();
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", "-l", disk.toString());
    }

    @Test
    @DisplayName(
            "UP-168: a full disk refuses sends at once, says so once a minute, serves pulls, and takes sends again")
    void up168_shouldRefuseSendsWhileTheDiskIsFull() throws Exception {
        Path filler = Files.write(disk.resolve("filler"), new byte[24 << 20]);
        Logger logger = (Logger) LoggerFactory.getLogger("io.ferrymq.broker.send.RefusalLog");
        ListAppender<ILoggingEvent> warnings = new ListAppender<>();
        warnings.start();
        logger.addAppender(warnings);
        try (TestBroker broker = TestBroker.start(
                disk.resolve("store"), "cleanFileForciblyEnable", "false", "flushConsumeQueueThoroughInterval", "50")) {
            broker.createTopic("T", 1);
            Reply refused = sendUntilRefused(broker);
            assertThat(refused.code()).isEqualTo(ResponseCode.SERVICE_NOT_AVAILABLE);
            assertThat(refused.remark()).contains(disk.toString(), "cleanFileForciblyEnable");
            await().atMost(LONG).untilAsserted(() -> assertThat(send(broker).remark())
                    .contains(disk.toString(), "diskSpaceWarningLevelRatio", "cleanFileForciblyEnable"));
            for (int i = 0; i < 10; i++) {
                assertThat(send(broker).code()).isEqualTo(ResponseCode.SERVICE_NOT_AVAILABLE);
            }
            assertThat(pull(broker, 0).code()).as("pulls go on").isZero();
            assertThat(warnings.list).as("one line a minute").hasSizeBetween(1, 2);

            Files.delete(filler);
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(send(broker).code()).isZero());
            assertThat(pull(broker, 0).code()).isZero();
        } finally {
            logger.detachAppender(warnings);
        }
        try (TestBroker broker = TestBroker.start(disk.resolve("store"), "cleanFileForciblyEnable", "false")) {
            assertThat(pull(broker, 0).code()).as("and after a restart").isZero();
        }
    }

    @Test
    @DisplayName("UP-163: with the default the oldest files go, and more than the disk holds can be sent")
    void up163_shouldDeleteTheOldestFilesWhenTheDiskFills() throws Exception {
        try (TestBroker broker = TestBroker.start(disk.resolve("store"), "cleanResourceInterval", "100")) {
            broker.createTopic("T", 1);
            for (int sent = 0; sent < 800; sent++) {
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(20))
                        .atMost(LONG)
                        .until(() -> send(broker).code() == 0);
            }
            long min = broker.call(Request.of(RequestCode.GET_MIN_OFFSET, new GetMinOffsetRequestHeader("T", 0)))
                    .header(OffsetResponseHeader.class)
                    .offset();
            assertThat(min).as("the oldest are gone").isGreaterThan(50);
            assertThat(pull(broker, min).code()).isZero();
        }
    }

    private static Reply sendUntilRefused(TestBroker broker) throws Exception {
        for (int i = 0; i < 1_000; i++) {
            Reply reply = send(broker);
            if (reply.code() != 0) {
                return reply;
            }
        }
        throw new AssertionError("64 MB took 100 MB");
    }

    private static Reply send(TestBroker broker) throws Exception {
        return broker.send("T", 0, Map.of(), new byte[BODY_BYTES]);
    }

    private static Reply pull(TestBroker broker, long offset) throws Exception {
        PullMessageRequestHeader header = new PullMessageRequestHeader(
                "readers", "T", 0, offset, 1, 4, 0, 0, "*", 0, null, null, null, null, null);
        return broker.call(new Request<>(RequestCode.PULL_MESSAGE, header, PullMessageCodec.INSTANCE, new byte[0]));
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }
}
