package io.ferrymq.distribution.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ferrymq.distribution.archive.Programs.Done;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launchers of the archive before anything listens: which Java, how much memory, which options. */
class LaunchersIT {
    @TempDir
    static Path folder;

    private static Path home;
    private static Programs programs;

    @BeforeAll
    static void unpack() throws Exception {
        home = Archive.unpack(folder.resolve("a path with spaces"));
        programs = Programs.of(home, folder.resolve("work"));
    }

    @AfterAll
    static void stop() {
        programs.close();
    }

    @Test
    @DisplayName("UP-003: runs on every Java from 17 on, and says nothing about it")
    void up003_runsOnEveryJavaOfThisMachine() throws Exception {
        List<Path> homes = new ArrayList<>();
        try (Stream<Path> installed = Files.list(Path.of("/usr/lib/jvm"))) {
            installed
                    .filter(java -> !Files.isSymbolicLink(java) && release(java) >= 17)
                    .forEach(homes::add);
        } catch (IOException e) {
            assumeTrue(false, "no folder of JDKs here: " + e);
        }
        assumeTrue(homes.size() > 1, "only one JDK of 17 or newer below /usr/lib/jvm: " + homes);
        for (Path java : homes) {
            Done done = programs.with("JAVA_HOME", java.toString()).run("mqadmin", "help");
            assertThat(done.status()).as("with %s: %s", java, done.err()).isZero();
            assertThat(done.out()).contains("updateTopic");
            assertThat(done.err()).as("with %s", java).isEmpty();
        }
    }

    private static int release(Path java) {
        Path release = java.resolve("release");
        if (!Files.isRegularFile(release)) {
            return 0;
        }
        try {
            return Files.readAllLines(release).stream()
                    .filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.replaceAll("[^0-9.]", "").split("\\.")[0])
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldSayInOneLineThatJavaHomeIsWrong() throws Exception {
        for (String program : List.of("mqnamesrv", "mqbroker", "mqadmin", "mqbench", "quickstart")) {
            assertThat(programs.with("JAVA_HOME", "/no/java/here").run(program).failure())
                    .contains("/no/java/here", "JAVA_HOME", "Java 17");
        }
    }

    @Test
    void shouldSayInOneLineThatTheMemoryIsTooSmall() throws Exception {
        assertThat(programs.with("FERRYMQ_MEMORY_MB", "100").run("mqbroker").failure())
                .contains("mqbroker needs 256 MB", "100 MB", "JAVA_OPTS");
        assertThat(programs.with("FERRYMQ_MEMORY_MB", "much").run("mqbroker").failure())
                .contains("FERRYMQ_MEMORY_MB", "'much'");
    }

    @Test
    void shouldTakeItsShareOfTheMemoryThereIs() throws Exception {
        Done done = programs.with("FERRYMQ_MEMORY_MB", "400")
                .with("JAVA_OPTS", "-XX:+PrintCommandLineFlags")
                .run("mqbroker", "-h");
        assertThat(done.out()).contains("-XX:MaxHeapSize=" + (100 << 20), "-XX:MaxDirectMemorySize=" + (100 << 20));
    }

    @Test
    void shouldPrintSettings() throws Exception {
        Done all = programs.run("mqbroker", "-n", "192.0.2.1:9876", "-p");
        assertThat(all.status()).isZero();
        assertThat(all.out()).contains("namesrvAddr=192.0.2.1:9876", "mappedFileSizeCommitLog=", "brokerName=");
        Done important = programs.run("mqbroker", "-m");
        assertThat(important.status()).isZero();
        assertThat(important.out())
                .contains("brokerClusterName=", "listenPort=")
                .containsPattern("brokerName=.")
                .containsPattern("brokerIP1=.")
                .containsPattern("storePathRootDir=.");
        assertThat(important.out().lines().count()).isLessThan(all.out().lines().count());
        Done nameserver = programs.run("mqnamesrv", "-p");
        assertThat(nameserver.status()).isZero();
        assertThat(nameserver.out()).contains("listenPort=9876", "kvConfigPath=");
    }

    @Test
    void shouldPrintHelp() throws Exception {
        for (String program : List.of("mqnamesrv", "mqbroker", "quickstart")) {
            Done done = programs.run(program, "-h");
            assertThat(done.status()).as(program).isZero();
            assertThat(done.out()).startsWith("Usage: " + program).contains("Example");
            assertThat(done.err()).isEmpty();
        }
        Done bench = programs.run("mqbench", "produce", "--help");
        assertThat(bench.status()).isZero();
        assertThat(bench.out()).startsWith("Usage: mqbench produce").contains("Example");
        assertThat(bench.err()).isEmpty();
        Done usage = programs.run("mqshutdown");
        assertThat(usage.failure()).isEqualTo("Usage: mqshutdown broker|namesrv" + System.lineSeparator());
    }

    @Test
    void shouldCompleteCommandsInTheShell() throws Exception {
        Path script = folder.resolve("completion.bash");
        Files.writeString(script, programs.run("mqadmin", "generate-completion").out());
        Process shell = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source '" + script + "' && COMP_WORDS=(mqadmin updateTo) COMP_CWORD=1 && _complete_mqadmin"
                                + " && echo \"${COMPREPLY[*]}\"")
                .redirectErrorStream(true)
                .start();
        assertThat(new String(shell.getInputStream().readAllBytes(), UTF_8)).contains("updateTopic", "updateTopicPerm");
        assertThat(shell.waitFor()).isZero();
    }

    @Test
    void shouldNotStartOnBadSettings() throws Exception {
        Path typo = write("typo.conf", "brokerName=a", "brokerNam=b");
        assertThat(programs.run("mqbroker", "-c", typo.toString()).failure())
                .contains("typo.conf:2", "'brokerNam'", "did you mean 'brokerName'");
        Path range = write("range.conf", "# comment", "", "listenPort = 99999");
        assertThat(programs.run("mqbroker", "-c", range.toString()).failure())
                .contains("range.conf:3", "listenPort", "'99999'", "0 to 65535");
        assertThat(programs.run("mqnamesrv", "-c", range.toString()).failure())
                .contains("range.conf:3", "listenPort", "'99999'", "0 to 65535");
        assertThat(programs.run("mqbroker", "-c", folder.resolve("none.conf").toString())
                        .failure())
                .contains("none.conf");
    }

    private static Path write(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines));
    }
}
