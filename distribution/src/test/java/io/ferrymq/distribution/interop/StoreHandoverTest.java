package io.ferrymq.distribution.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.distribution.LocalCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One store directory goes from our broker to the published one 5.5.0 and back; nothing is lost and every position is kept. */
class StoreHandoverTest {
    private static final String TOPIC = "Handover";
    private static final int COUNT = 300;

    @TempDir
    Path folder;

    @Test
    @Tag("soak")
    void shouldGoFromOursToTheirsAndBack() throws Exception {
        Path store = folder.resolve(LocalCluster.BROKER);
        List<String> all = new ArrayList<>();
        try (Peer client = Peer.client("5.5.0", "JSON")) {
            try (LocalCluster ours = LocalCluster.start(folder, LocalCluster.BROKER)) {
                all.addAll(send(client, ours.nameServerAddress(), "ours-"));
                assertThat(client.run("push", ours.nameServerAddress(), TOPIC, "kept", "*", COUNT))
                        .hasSize(COUNT);
            }
            try (PeerServers theirs = new PeerServers(folder).startNameServer()) {
                theirs.startBroker(theirs.nameServer(), store);
                await().atMost(Duration.ofSeconds(60)).until(() -> canFind(client, theirs.nameServer(), "ours-7"));
                assertThat(client.run("pull", theirs.nameServer(), TOPIC, "fresh-1"))
                        .containsExactlyInAnyOrderElementsOf(all);
                all.addAll(send(client, theirs.nameServer(), "theirs-"));
                assertThat(client.run("push", theirs.nameServer(), TOPIC, "kept", "*", COUNT))
                        .as("only what came after the position that ours had kept")
                        .allMatch(key -> key.startsWith("theirs-"));
                theirs.stopBroker();
            }
            try (LocalCluster ours = LocalCluster.start(folder, LocalCluster.BROKER)) {
                assertThat(client.run("pull", ours.nameServerAddress(), TOPIC, "fresh-2"))
                        .containsExactlyInAnyOrderElementsOf(all);
                assertThat(client.run("findByKey", ours.nameServerAddress(), TOPIC, "ours-7"))
                        .containsExactly("ours-7");
                assertThat(client.run("findByKey", ours.nameServerAddress(), TOPIC, "theirs-7"))
                        .containsExactly("theirs-7");
                all.addAll(send(client, ours.nameServerAddress(), "again-"));
                assertThat(client.run("push", ours.nameServerAddress(), TOPIC, "kept", "*", COUNT))
                        .allMatch(key -> key.startsWith("again-"));
            }
        }
    }

    private static List<String> send(Peer client, String nameServer, String prefix) {
        client.run("send", nameServer, TOPIC, "sync", COUNT, prefix);
        return IntStream.range(0, COUNT).mapToObj(i -> prefix + i).toList();
    }

    private static boolean canFind(Peer client, String nameServer, String key) {
        try {
            return client.run("findByKey", nameServer, TOPIC, key).contains(key);
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
