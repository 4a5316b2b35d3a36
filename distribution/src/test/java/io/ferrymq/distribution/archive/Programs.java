package io.ferrymq.distribution.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The launchers of one unpacked archive, run as real processes with files of their own. */
final class Programs implements AutoCloseable {
    private static final long WAIT_MAX_SECONDS = 120;

    private final Path bin;
    private final Path folder;
    private final Map<String, String> environment;
    private final List<Process> started;
    private int runs;

    private Programs(Path bin, Path folder, Map<String, String> environment, List<Process> started) {
        this.bin = bin;
        this.folder = folder;
        this.environment = environment;
        this.started = started;
    }

    /** @param folder where the processes work, log and print */
    static Programs of(Path home, Path folder) throws IOException {
        Files.createDirectories(folder);
        return new Programs(home.resolve("bin"), folder, Map.of(), new ArrayList<>());
    }

    /** The same with other launchers, such as links to them. */
    Programs in(Path otherBin) {
        return new Programs(otherBin, folder, environment, started);
    }

    Programs with(String name, String value) {
        Map<String, String> more = new java.util.HashMap<>(environment);
        more.put(name, value);
        return new Programs(bin, folder, more, started);
    }

    /** What became of a run. */
    record Done(int status, String out, String err) {
        /** Checks that it failed, and that it said why in one line. */
        String failure() {
            assertThat(status).as("exit status; it printed: %s%s", out, err).isNotZero();
            assertThat(err.lines()).as("what it said on stderr").hasSize(1);
            return err;
        }
    }

    Done run(String program, String... args) throws Exception {
        Server process = launch(program, args);
        assertThat(process.process.waitFor(WAIT_MAX_SECONDS, TimeUnit.SECONDS))
                .as("%s has ended", program)
                .isTrue();
        return process.done();
    }

    /** Starts a server and returns when it says that it is up. */
    Server start(String program, String... args) throws Exception {
        Server server = launch(program, args);
        await(program + " is up").atMost(Duration.ofSeconds(WAIT_MAX_SECONDS)).until(() -> {
            assertThat(server.process.isAlive())
                    .as("%s runs; it printed %s%s", program, server.out(), server.err())
                    .isTrue();
            return server.out().contains("boot success");
        });
        return server;
    }

    private Server launch(String program, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(bin.resolve(program).toString()));
        command.addAll(List.of(args));
        String name = program + "-" + System.identityHashCode(this) + "-" + runs++;
        Path out = folder.resolve(name + ".out");
        Path err = folder.resolve(name + ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_OPTS", "NAMESRV_ADDR", "CLASSPATH"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("FERRYMQ_LOG_DIR", folder.resolve("logs").toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        started.add(process);
        return new Server(process, out, err);
    }

    /** A process that was started. */
    static final class Server {
        final Process process;
        private final Path out;
        private final Path err;

        Server(Process process, Path out, Path err) {
            this.process = process;
            this.out = out;
            this.err = err;
        }

        String out() throws IOException {
            return Files.readString(out, StandardCharsets.UTF_8);
        }

        String err() throws IOException {
            return Files.readString(err, StandardCharsets.UTF_8);
        }

        /** The address in what it said when it was up: the last {@code host:port} before the first full stop. */
        String address() throws IOException {
            return Stream.of(out().split("[\\s,\\]]+"))
                    .filter(word -> word.matches("[0-9.]+:[0-9]+\\.?"))
                    .map(word -> word.replaceAll("\\.$", "").replace("0.0.0.0", "127.0.0.1"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no address in " + out));
        }

        /** Ends it as an operator does, with SIGTERM. */
        Done terminate() throws Exception {
            process.destroy();
            assertThat(process.waitFor(WAIT_MAX_SECONDS, TimeUnit.SECONDS))
                    .as("it ends when told to")
                    .isTrue();
            return done();
        }

        Done done() throws IOException {
            return new Done(process.exitValue(), out(), err());
        }
    }

    @Override
    public void close() {
        started.forEach(process -> process.destroyForcibly().onExit().join());
    }
}
