package io.ferrymq.distribution.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.Message;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.admin.Mqadmin;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store that a published broker has written (tags, keys, a batch, a delayed message, several topics, a rolled log, small files) goes to ours and back: everything
 * is found by id, key and consuming, positions are kept, files keep their sizes.
 */
class PublishedStoresTest {
    private static final int COUNT = 300;
    private static final int BATCH = 40;
    private static final int LOG_FILE_BYTES = 128 << 10;
    private static final int QUEUE_FILE_BYTES = 20 * 50;
    private static final int INDEX_FILE_BYTES = 40 + 4 * 500 + 20 * 600;
    private static final String DELAYS = "1s 6s";
    private static final String[] SMALL_FILES = {
        "mappedFileSizeCommitLog=" + LOG_FILE_BYTES,
        "mappedFileSizeConsumeQueue=" + QUEUE_FILE_BYTES,
        "maxHashSlotNum=500",
        "maxIndexNum=600",
        "messageDelayLevel=" + DELAYS
    };

    @TempDir
    Path folder;

    @Test
    @DisplayName("UP-217: a store goes from the published broker to ours and back, and nothing is lost")
    void up217_shouldTakeOverAStoreAndGiveItBack() throws Exception {
        takeOverAndGiveBack("5.5.0");
    }

    @Test
    @Tag("soak")
    @DisplayName("UP-217: the same with version 4")
    void up217_shouldTakeOverAStoreOfVersion4AndGiveItBack() throws Exception {
        takeOverAndGiveBack("4.9.7");
    }

    private void takeOverAndGiveBack(String version) throws Exception {
        Path store = folder.resolve(LocalCluster.BROKER);
        List<String> orders = new ArrayList<>();
        String client = version.startsWith("4") ? "4.9.8" : "5.5.0";
        try (Peer app = Peer.client(client, "JSON");
                PeerServers theirs = new PeerServers(folder, version).startNameServer()) {
            theirs.startBroker(theirs.nameServer(), store, SMALL_FILES);
            createTopics(theirs);
            warmUp(app, theirs.nameServer());
            orders.addAll(send(app, theirs.nameServer(), "Orders", "sync", COUNT, "theirs-"));
            assertThat(app.run("push", theirs.nameServer(), "Orders", "kept", "*", COUNT))
                    .hasSize(COUNT);
            send(app, theirs.nameServer(), "Parcels", "batch", BATCH, "parcel-");
            sendDelayed(theirs.nameServer());
            theirs.stopBroker();
            checkStore(store);

            oursTakesOver(app, theirs, orders);
            checkStore(store);
            assertThat(sizes(store.resolve("commitlog"))).containsExactly((long) LOG_FILE_BYTES);
            assertThat(sizes(store.resolve("consumequeue"))).containsExactly((long) QUEUE_FILE_BYTES);
            assertThat(sizes(store.resolve("index"))).containsExactly((long) INDEX_FILE_BYTES);

            theirs.startBroker(theirs.nameServer(), store, SMALL_FILES);
            awaitRoute(app, theirs.nameServer(), "ours-7");
            assertThat(app.run("pull", theirs.nameServer(), "Orders", "fresh-2"))
                    .containsExactlyInAnyOrderElementsOf(orders);
            assertThat(app.run("findByKey", theirs.nameServer(), "Orders", "theirs-7"))
                    .containsExactly("theirs-7");
            orders.addAll(send(app, theirs.nameServer(), "Orders", "sync", 20, "again-"));
            assertThat(app.run("push", theirs.nameServer(), "Orders", "kept", "*", 20))
                    .hasSize(20)
                    .allMatch(key -> key.startsWith("again-"));
            theirs.stopBroker();
        }
        checkStore(store);
    }

    private void oursTakesOver(Peer app, PeerServers theirs, List<String> orders) throws Exception {
        try (LocalCluster ours = LocalCluster.withNameServers(folder, 1)) {
            // At their address, as offset ids lead there; with other sizes than the files have.
            String port = theirs.broker().substring(theirs.broker().indexOf(':') + 1);
            ours.startBroker(
                    LocalCluster.BROKER,
                    Map.of("listenPort", port, "messageDelayLevel", DELAYS, "brokerName", "peer-broker"));
            String nameServer = ours.nameServerAddress();
            assertThat(app.run("pull", nameServer, "Orders", "fresh-1")).containsExactlyInAnyOrderElementsOf(orders);
            assertThat(app.run("pull", nameServer, "Parcels", "fresh-1"))
                    .filteredOn(key -> key.startsWith("parcel-"))
                    .hasSize(BATCH);
            for (String key : List.of("theirs-0", "theirs-150", "theirs-" + (COUNT - 2))) {
                assertThat(app.run("find", nameServer, "Orders", key))
                        .hasSize(3)
                        .containsOnly(key);
            }
            assertThat(app.run("find", nameServer, "Parcels", "parcel-5"))
                    .hasSize(3)
                    .containsOnly("parcel-5");
            orders.addAll(send(app, nameServer, "Orders", "sync", COUNT, "ours-"));
            assertThat(app.run("push", nameServer, "Orders", "kept", "*", COUNT))
                    .as("only what came after the position that theirs had kept")
                    .hasSize(COUNT)
                    .allMatch(key -> key.startsWith("ours-"));
            assertThat(app.run("push", nameServer, "Later", "waiting", "*", 1)).containsExactly("later-1");
        }
    }

    private static List<String> send(Peer app, String nameServer, String topic, String way, int count, String prefix) {
        app.run("send", nameServer, topic, way, count, prefix);
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    }

    /** Before the first message: on a machine with much to do, a send that makes its topic takes longer than a client waits. */
    private static void createTopics(PeerServers theirs) {
        for (String topic : List.of("Orders", "Parcels", "Later")) {
            await(topic)
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> mqadmin(
                                    "updateTopic",
                                    "-n",
                                    theirs.nameServer(),
                                    "-b",
                                    theirs.broker(),
                                    "-t",
                                    topic,
                                    "-r",
                                    "4",
                                    "-w",
                                    "4")
                            == 0);
        }
    }

    /** The first send of a client takes long, too. */
    private static void warmUp(Peer app, String nameServer) {
        await("a first send").atMost(Duration.ofSeconds(60)).until(() -> {
            try {
                return !app.run("send", nameServer, "Parcels", "sync", 1, "warm-")
                        .isEmpty();
            } catch (IllegalStateException tooSlow) {
                return false;
            }
        });
    }

    private static int mqadmin(String... args) {
        StringWriter out = new StringWriter();
        return Mqadmin.run(new PrintWriter(out, true), new PrintWriter(out, true), args);
    }

    private static void sendDelayed(String nameServer) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("later");
        producer.setNamesrvAddr(nameServer);
        producer.start();
        try {
            Message message = new Message("Later", "tag", "later-1", "later-1".getBytes(StandardCharsets.UTF_8));
            message.setDelayTimeLevel(2);
            producer.send(message);
        } finally {
            producer.shutdown();
        }
    }

    private static void awaitRoute(Peer app, String nameServer, String key) {
        await("their broker registers").atMost(Duration.ofSeconds(60)).until(() -> {
            try {
                return app.run("findByKey", nameServer, "Orders", key).contains(key);
            } catch (IllegalStateException notYet) {
                return false;
            }
        });
    }

    private static void checkStore(Path store) {
        StringWriter out = new StringWriter();
        int status = Mqadmin.run(
                new PrintWriter(out, true),
                new PrintWriter(out, true),
                "checkStore",
                "-s",
                store.toString(),
                "--delayLevels",
                DELAYS);
        assertThat(status).as(out.toString()).isZero();
    }

    private static Set<Long> sizes(Path dir) throws Exception {
        try (Stream<Path> files = Files.walk(dir)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.toFile().length())
                    .collect(Collectors.toSet());
        }
    }
}
