package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.Message;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a producer sees of a broker whose small, real file system is full. Only where this process may mount one. */
class FullDiskClientTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=80m", "tmpfs", disk.toString()))
                .as("this process may mount a file system")
                .isTrue();
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", "-l", disk.toString());
    }

    @Test
    @DisplayName("UP-168: a refused write is an error at the client at once, and ends when there is space")
    void up168_shouldFailAtOnceWhileTheDiskIsFull() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(disk, LocalCluster.BROKER)) {
            cluster.createTopic("T", 1);
            DefaultMQProducer producer = cluster.producer();
            producer.setSendMsgTimeout(30_000);
            producer.send(new Message("T", new byte[10]));
            fill(disk.resolve("filler"));
            await().atMost(LONG)
                    .until(() -> catchThrowable(() -> producer.send(new Message("T", new byte[1_000_000])))
                            instanceof MQClientException);

            long begin = System.nanoTime();
            assertThatThrownBy(() -> producer.send(new Message("T", new byte[1_000_000])))
                    .isInstanceOfSatisfying(MQClientException.class, refused -> {
                        assertThat(refused.getResponseCode()).isEqualTo(ResponseCode.SERVICE_NOT_AVAILABLE);
                        assertThat(refused).hasMessageContainingAll(disk.toString(), "cleanFileForciblyEnable");
                    });
            assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin))
                    .as("no waiting for the timeout of 30 s")
                    .isLessThan(15);

            Files.delete(disk.resolve("filler"));
            await().atMost(LONG)
                    .until(() -> catchThrowable(() -> producer.send(new Message("T", new byte[1_000_000]))) == null);
        }
    }

    private static void fill(Path filler) throws IOException {
        byte[] block = new byte[64 * 1024];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }
}
