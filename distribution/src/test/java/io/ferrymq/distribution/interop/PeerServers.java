package io.ferrymq.distribution.interop;

import static org.awaitility.Awaitility.await;

import io.ferrymq.distribution.FreePorts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The published nameserver and broker, 5.5.0 or 4.9.7, each a process of its own with its files below a folder. */
final class PeerServers implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(90);

    private final Path folder;
    private final Path lib;
    private final List<Process> processes = new ArrayList<>();
    private int nameServerPort;
    private int brokerPort;
    private int haPort;

    PeerServers(Path folder) {
        this(folder, "5.5.0");
    }

    /** @param version 4.9.7 or 5.5.0 */
    PeerServers(Path folder, String version) {
        this.folder = folder;
        this.lib = Path.of("peers", "rocketmq-server-" + version, "target", "lib");
    }

    PeerServers startNameServer() throws IOException {
        nameServerPort = FreePorts.next();
        Path conf = write(
                "namesrv.conf",
                "listenPort=" + nameServerPort,
                "kvConfigPath=" + folder.resolve("kvConfig.json"),
                "configStorePath=" + folder.resolve("namesrv.properties"));
        launch("namesrv", "org.apache.rocketmq.namesrv.NamesrvStartup", conf, nameServerPort);
        return this;
    }

    /**
     * Starts a broker.
     *
     * @param nameServer the address to register at, ours or theirs
     * @param more lines that add to the settings or replace some
     */
    PeerServers startBroker(String nameServer, Path store, String... more) throws IOException {
        brokerPort = FreePorts.next();
        haPort = FreePorts.next();
        List<String> lines = new ArrayList<>(List.of(
                "brokerName=peer-broker",
                "brokerClusterName=PeerCluster",
                "brokerIP1=127.0.0.1",
                "listenPort=" + brokerPort,
                "haListenPort=" + haPort,
                "namesrvAddr=" + nameServer,
                "storePathRootDir=" + store,
                "storePathCommitLog=" + store.resolve("commitlog"),
                "mappedFileSizeCommitLog=16777216",
                "transactionTimeOut=3000",
                "transactionCheckInterval=1000",
                "maxHashSlotNum=1000",
                "maxIndexNum=40000"));
        lines.addAll(List.of(more));
        Path conf = write("broker.conf", lines.toArray(String[]::new));
        launch("broker", "org.apache.rocketmq.broker.BrokerStartup", conf, brokerPort);
        return this;
    }

    String nameServer() {
        return "127.0.0.1:" + nameServerPort;
    }

    String broker() {
        return "127.0.0.1:" + brokerPort;
    }

    /** Where its slaves connect. */
    int haPort() {
        return haPort;
    }

    private Path write(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines));
    }

    private void launch(String part, String main, Path conf, int port) throws IOException {
        Path home = Files.createDirectories(folder.resolve("home").resolve("conf"));
        String logging = "<configuration><appender name=\"F\" class=\"ch.qos.logback.core.FileAppender\"><file>"
                + folder.resolve(part + ".log")
                + "</file><encoder><pattern>%d %p %t - %m%n</pattern></encoder></appender>"
                + "<root level=\"INFO\"><appender-ref ref=\"F\"/></root></configuration>";
        // The names of 5.x and 4.9.
        Files.writeString(home.resolve("rmq." + part + ".logback.xml"), logging);
        Files.writeString(home.resolve("logback_" + part + ".xml"), logging);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms128m",
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                        "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-Duser.home=" + folder,
                        "-Drocketmq.home.dir=" + folder.resolve("home"),
                        "-cp",
                        lib + "/*",
                        main,
                        "-c",
                        conf.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(part + ".out").toFile())
                .start();
        processes.add(process);
        await(part + " of the peer listens").atMost(START_MAX).until(() -> {
            if (!process.isAlive()) {
                throw new IllegalStateException(part + " ended: " + Files.readString(folder.resolve(part + ".out")));
            }
            return listens(port);
        });
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 200);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends the newest process as an operator would. */
    void stopBroker() {
        Process process = processes.remove(processes.size() - 1);
        process.destroy();
        await("the peer's broker ends").atMost(START_MAX).until(() -> !process.isAlive());
    }

    @Override
    public void close() {
        processes.forEach(process -> process.destroyForcibly()
                .onExit()
                .orTimeout(10, TimeUnit.SECONDS)
                .join());
    }
}
