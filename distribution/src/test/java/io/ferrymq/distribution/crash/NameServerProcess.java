package io.ferrymq.distribution.crash;

import io.ferrymq.distribution.server.NamesrvMain;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A nameserver in a process of its own that can be ended in both ways and started again at the same address. */
public final class NameServerProcess implements AutoCloseable {
    private static final int END_MAX_S = 30;

    private final Path folder;
    private final int port;
    private Process process;

    public NameServerProcess(Path folder) throws IOException {
        this.folder = folder;
        this.port = BrokerProcess.freePort();
    }

    /** Starts it and returns once it says that it is up. */
    public void start() throws IOException {
        process = ServerProcess.start(
                NamesrvMain.class,
                "namesrv",
                folder,
                List.of(
                        "bindAddress=127.0.0.1",
                        "listenPort=" + port,
                        "kvConfigPath=" + folder.resolve("kvConfig.json"),
                        "configStorePath=" + folder.resolve("namesrv.properties")));
    }

    public String address() {
        return "127.0.0.1:" + port;
    }

    /** In order, by SIGTERM. */
    public void stop() {
        process.destroy();
        process.onExit().orTimeout(END_MAX_S, TimeUnit.SECONDS).join();
    }

    /** kill -9 */
    public void kill() {
        process.destroyForcibly()
                .onExit()
                .orTimeout(END_MAX_S, TimeUnit.SECONDS)
                .join();
    }

    @Override
    public void close() {
        if (process != null) {
            kill();
        }
    }
}
