package io.ferrymq.distribution.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.broker.Broker;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.Message;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** FerryMQ inside of somebody's tests, and inside of somebody's program. */
class EmbeddedTest {
    private static final long READY_MAX_MS = 2_000;

    @TempDir
    private Path directory;

    @Test
    @DisplayName("UP-006: nameserver and broker in one process, on free ports, are ready in under 2 s")
    void up006_shouldBeReadyForATestSoon() throws Exception {
        long fastestMs = Long.MAX_VALUE;
        // A busy machine may stop us for longer than the start takes: the fastest of a few counts.
        for (int attempt = 0; attempt < 5 && fastestMs >= READY_MAX_MS; attempt++) {
            Path folder = directory.resolve("attempt-" + attempt);
            long begin = System.nanoTime();
            try (NameServer nameServer = NameServer.start(NamesrvConfig.embedded(folder.resolve("namesrv")));
                    Broker broker = Broker.start(settings(nameServer, folder))) {
                fastestMs = Math.min(fastestMs, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
                DefaultMQProducer producer = new DefaultMQProducer("testers");
                producer.setNamesrvAddr(nameServer.addressText());
                producer.start();
                producer.send(new Message("T", "at once".getBytes(StandardCharsets.UTF_8)));
                producer.shutdown();
                assertThat(broker.address()).startsWith("127.0.0.1:").doesNotEndWith(":0");
            }
        }
        assertThat(fastestMs).isLessThan(READY_MAX_MS);
    }

    @Test
    @DisplayName("UP-032: the client logs through SLF4J only, whatever is behind it, and writes no file")
    void up032_shouldLogThroughTheApplicationsOwnBackend() throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        Path work = Files.createDirectory(directory.resolve("work"));
        Path out = directory.resolve("out");
        assertThat(home.toFile().setWritable(false)).isTrue();
        try (NameServer nameServer = NameServer.start(NamesrvConfig.embedded(directory.resolve("namesrv")));
                Broker broker = Broker.start(settings(nameServer, directory))) {
            assertThat(broker.address()).isNotEmpty();
            Process application = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx128m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Duser.home=" + home,
                            "-cp",
                            classPathWithOwnLogging(),
                            Application.class.getName(),
                            nameServer.addressText())
                    .directory(work.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            try {
                assertThat(application.waitFor(120, TimeUnit.SECONDS)).isTrue();
                assertThat(application.exitValue()).as(Files.readString(out)).isZero();
            } finally {
                application.destroyForcibly();
            }
        }
        assertThat(Files.readAllLines(out))
                .as("every line went the application's way")
                .isNotEmpty()
                .allMatch(line -> line.startsWith(LinesOnly.PREFIX))
                .anyMatch(line -> line.contains("io.ferrymq.client"));
        assertThat(home).isEmptyDirectory();
        assertThat(work).isEmptyDirectory();
    }

    private static BrokerConfig settings(NameServer nameServer, Path folder) {
        return BrokerConfig.of(Map.of(
                "listenPort", "0",
                "brokerIP1", "127.0.0.1",
                "brokerName", "broker-a",
                "namesrvAddr", nameServer.addressText(),
                "storePathRootDir", folder.resolve("store").toString()));
    }

    private String classPathWithOwnLogging() throws IOException {
        Path services = Files.createDirectories(directory.resolve("services/META-INF/services"));
        Files.writeString(services.resolve("org.slf4j.spi.SLF4JServiceProvider"), LinesOnly.class.getName());
        return Stream.concat(
                        Stream.of(directory.resolve("services").toString()),
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                                .filter(entry -> !entry.contains("logback")))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
