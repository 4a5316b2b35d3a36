package io.ferrymq.distribution.crash;

import io.ferrymq.distribution.server.BrokerMain;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** A broker in a process of its own that can be killed and started again on the same store and port. */
public final class BrokerProcess implements AutoCloseable {
    private static final int PORT_MIN = 12_000;
    private static final int PORT_MAX = 32_000;

    private final String name;
    private final Path folder;
    private final String nameServer;
    private final List<String> settings;
    private final int port;
    private Process process;

    BrokerProcess(Path folder, String nameServer, List<String> settings) throws IOException {
        this("broker-a", folder, nameServer, settings);
    }

    /** @param settings lines of broker.conf */
    public BrokerProcess(String name, Path folder, String nameServer, List<String> settings) throws IOException {
        this.name = name;
        this.folder = folder;
        this.nameServer = nameServer;
        this.settings = settings;
        this.port = freePort();
    }

    /** Starts the broker and returns once it says that it is up. */
    public void start() throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "brokerName=" + name,
                "brokerIP1=127.0.0.1",
                "listenPort=" + port,
                "namesrvAddr=" + nameServer,
                "storePathRootDir=" + folder.resolve("store")));
        lines.addAll(settings);
        process = ServerProcess.start(BrokerMain.class, "broker", folder, lines);
    }

    /** Where slaves connect. */
    String haAddress() {
        return "127.0.0.1:" + (port + 1);
    }

    public Path store() {
        return folder.resolve("store");
    }

    boolean isRunning() {
        return process != null && process.isAlive();
    }

    public String address() {
        return "127.0.0.1:" + port;
    }

    /** kill -9 */
    public void kill() {
        process.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** From now on it does nothing, and its connections stay open: as when a machine is out of breath. */
    public void freeze() throws Exception {
        int result = new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
                .start()
                .waitFor();
        if (result != 0) {
            throw new IllegalStateException("kill -STOP " + process.pid() + " gave " + result);
        }
    }

    /**
     * A port that is free, as are the one below it by 2 and the next one. Not of those that the system gives to outgoing connections: while the broker is dead,
     * one of them would take it.
     */
    static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(PORT_MIN, PORT_MAX);
            try (ServerSocket main = new ServerSocket(port);
                    ServerSocket replication = new ServerSocket(port + 1);
                    ServerSocket fast = new ServerSocket(port - 2)) {
                return Math.max(main.getLocalPort(), Math.max(fast.getLocalPort(), replication.getLocalPort() - 1));
            } catch (IOException e) {
                if (!(e instanceof java.net.BindException)) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() {
        if (process != null) {
            kill();
        }
    }
}
