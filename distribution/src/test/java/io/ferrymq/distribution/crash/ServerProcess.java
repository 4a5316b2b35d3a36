package io.ferrymq.distribution.crash;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One of our servers in a process of its own. */
final class ServerProcess {
    private static final Duration START_MAX = Duration.ofSeconds(150);

    private ServerProcess() {}

    /**
     * Starts a server and returns once it says that it is up.
     *
     * @param name of its files in the folder
     * @param settings lines of its configuration file
     */
    static Process start(Class<?> program, String name, Path folder, List<String> settings) throws IOException {
        Path conf = Files.write(folder.resolve(name + ".conf"), settings);
        Path out = folder.resolve(name + ".out");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx192m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dferrymq.log.dir=" + folder.resolve("logs"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName(),
                        "-c",
                        conf.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            await("the " + name + " is up")
                    .atMost(START_MAX)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> {
                        String said = Files.readString(out);
                        if (!process.isAlive()) {
                            throw new IllegalStateException("the " + name + " ended: " + said);
                        }
                        return said.contains("boot success");
                    });
            return process;
        } catch (RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }
}
