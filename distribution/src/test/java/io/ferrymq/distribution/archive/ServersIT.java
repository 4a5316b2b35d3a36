package io.ferrymq.distribution.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.distribution.archive.Programs.Done;
import io.ferrymq.distribution.archive.Programs.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers of the archive as processes, started through links to their launchers and with junk on the class path. */
class ServersIT {
    /** A server loads some more classes than its help does, which takes its time on a machine with much to do. */
    private static final int START_TO_HELP_RATIO = 8;

    @TempDir
    static Path folder;

    private static Programs programs;
    private static Server nameserver;

    @BeforeAll
    static void start() throws Exception {
        Path home = Archive.unpack(folder.resolve("a path with spaces"));
        Path links = Files.createDirectories(folder.resolve("links"));
        for (String program : List.of("mqnamesrv", "mqbroker", "mqadmin", "mqshutdown")) {
            Files.createSymbolicLink(links.resolve(program), home.resolve("bin").resolve(program));
        }
        programs = Programs.of(home, folder.resolve("work")).in(links).with("CLASSPATH", "/junk.jar:*");
        // A file of RocketMQ's: keys that have no effect here are named, and do no harm.
        nameserver = programs.start(
                "mqnamesrv",
                "-c",
                write(
                                "namesrv.conf",
                                "rocketmqHome = /opt/rocketmq",
                                "listenPort = 0",
                                "bindAddress = 127.0.0.1",
                                "kvConfigPath = " + folder.resolve("kvConfig.json"),
                                "configStorePath = " + folder.resolve("namesrv.properties"),
                                "clusterTest = false",
                                "serverWorkerThreads = 8",
                                "scanNotActiveBrokerInterval = 5000")
                        .toString());
    }

    @AfterAll
    static void stop() {
        programs.close();
    }

    private static Path write(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines));
    }

    private static Path brokerConf(String name, int port, Path store) throws IOException {
        return write(
                name + ".conf",
                "brokerName=" + name,
                "brokerIP1=127.0.0.1",
                "listenPort=" + port,
                "haListenPort=0",
                "storePathRootDir=" + store,
                "mappedFileSizeCommitLog=16777216",
                "maxHashSlotNum=1000",
                "maxIndexNum=40000");
    }

    private static Server broker(String name, Path store) throws Exception {
        return programs.start(
                "mqbroker",
                "-n",
                nameserver.address(),
                "-c",
                brokerConf(name, 0, store).toString());
    }

    private static String mqadmin(String... args) throws Exception {
        Done done = programs.with("NAMESRV_ADDR", nameserver.address()).run("mqadmin", args);
        assertThat(done.status())
                .as("mqadmin %s: %s", List.of(args), done.err())
                .isZero();
        assertThat(done.err()).isEmpty();
        return done.out();
    }

    @Test
    void shouldSayInOneLineThatItIsUp() throws Exception {
        assertThat(nameserver.out().lines().toList()).hasSize(2);
        assertThat(nameserver.out().lines().toList().get(0))
                .as("keys without effect")
                .contains("rocketmqHome", "clusterTest");
        assertThat(nameserver.out().lines().toList().get(1))
                .contains("The Name Server boot success", nameserver.address(), "mqnamesrv.log");
        assertThat(nameserver.err()).isEmpty();
    }

    @Test
    @DisplayName("SIGTERM stops a broker cleanly, and no route to it is left")
    void shouldStopCleanlyOnSigterm() throws Exception {
        Path store = folder.resolve("store of term");
        Server broker = broker("broker-term", store);
        assertThat(broker.out()).contains(store.toString(), nameserver.address(), "mqbroker.log");
        assertThat(mqadmin("clusterList")).contains("broker-term", broker.address());
        assertThat(store.resolve("abort")).exists();
        Done done = broker.terminate();
        assertThat(done.err()).isEmpty();
        assertThat(done.out().lines()).hasSize(1);
        assertThat(store.resolve("abort")).doesNotExist();
        assertThat(mqadmin("clusterList")).doesNotContain("broker-term");
    }

    @Test
    void shouldNotShareAStore() throws Exception {
        Path store = folder.resolve("store of lock");
        broker("broker-lock", store);
        Done second = programs.run(
                "mqbroker",
                "-n",
                nameserver.address(),
                "-c",
                brokerConf("broker-late", 0, store).toString());
        assertThat(second.failure()).contains(store.toString(), "in use by another broker");
        assertThat(mqadmin("clusterList")).contains("broker-lock").doesNotContain("broker-late");
    }

    @Test
    @DisplayName(
            "a port that is taken: one line with port and key, not more than 2 s after the program could say anything")
    void shouldSayInOneLineThatAPortIsTaken() throws Exception {
        long helpMs = timedMs("mqbroker", "-h");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"))) {
            int port = taken.getLocalPort();
            Path store = folder.resolve("store of port");
            String conf = brokerConf("broker-port", port, store).toString();
            long startNanos = System.nanoTime();
            Done broker = programs.run("mqbroker", "-n", nameserver.address(), "-c", conf);
            long brokerMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
            assertThat(broker.failure()).contains(Integer.toString(port), "listenPort");
            assertThat(brokerMs)
                    .as("ms until it said so; help took %d", helpMs)
                    .isLessThan(START_TO_HELP_RATIO * helpMs + 2_000);
            assertThat(store.resolve("abort")).as("trace of an unclean end").doesNotExist();
            Done second = programs.run(
                    "mqnamesrv",
                    "-c",
                    write("port.conf", "listenPort=" + port, "kvConfigPath=" + folder.resolve("kv2.json"))
                            .toString());
            assertThat(second.failure()).contains(Integer.toString(port), "listenPort");
        }
    }

    private static long timedMs(String program, String... args) throws Exception {
        long startNanos = System.nanoTime();
        programs.run(program, args);
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    @Test
    void shouldStopWhatMqshutdownIsTold() throws Exception {
        Server broker = broker("broker-down", folder.resolve("store of down"));
        // Other servers of this user are none of this test's business: ps shows it no other process.
        Path tools = Files.createDirectories(folder.resolve("tools"));
        Path ps = tools.resolve("ps");
        Files.writeString(ps, "#!/bin/sh\nexec /bin/ps -p " + broker.process.pid() + " -ww -o pid=,args=\n");
        Files.setPosixFilePermissions(ps, PosixFilePermissions.fromString("rwxr-xr-x"));
        Programs alone = programs.with("PATH", tools + ":" + System.getenv("PATH"));
        Done done = alone.run("mqshutdown", "broker");
        assertThat(done.status()).as(done.err()).isZero();
        assertThat(done.out()).contains("mqbroker stopped", Long.toString(broker.process.pid()));
        await().atMost(Duration.ofSeconds(10)).until(() -> !broker.process.isAlive());
        Done again = alone.run("mqshutdown", "broker");
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.out()).contains("No mqbroker is running");
    }
}
