package io.ferrymq.distribution.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.distribution.LocalCluster;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published clients, unmodified, against our servers. */
class PublishedClientsTest {
    private static final int COUNT = 200;
    private static final List<String> WAYS = List.of("sync", "async", "selector", "batch", "oneway");

    @TempDir
    static Path folder;

    private static LocalCluster servers;

    /** One per version and form: loading its classes is most of what a client costs here. */
    private static final Map<String, Peer> PEERS = new HashMap<>();

    @BeforeAll
    static void start() throws Exception {
        servers = LocalCluster.start(folder, LocalCluster.BROKER);
    }

    @AfterAll
    static void stop() throws Exception {
        for (Peer peer : PEERS.values()) {
            peer.close();
        }
        servers.close();
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"4.9.8,JSON", "4.9.8,ROCKETMQ", "5.5.0,JSON", "5.5.0,ROCKETMQ"})
    void shouldProduceConsumeAndFind(String version, String form) throws Exception {
        String name = version.replace('.', '_') + form;
        String topic = "Published" + name;
        Peer peer = peer(version, form);
        String server = servers.nameServerAddress();
        List<Callable<Void>> sends = WAYS.stream()
                .map(way -> (Callable<Void>) () -> {
                    List<String> ids = peer.run("send", server, topic, way, COUNT, way + "-");
                    assertThat(ids).as(way).noneMatch(id -> id.startsWith("failed"));
                    return null;
                })
                .toList();
        // The first one brings the topic about.
        sends.get(0).call();
        together(sends.subList(1, sends.size()));
        List<String> all = WAYS.stream()
                .flatMap(way -> IntStream.range(0, COUNT).mapToObj(i -> way + "-" + i))
                .toList();
        List<String> even = all.stream().filter(PublishedClientsTest::isEven).toList();

        together(List.of(
                expecting(all, () -> peer.run("push", server, topic, "push" + name, "*", all.size())),
                expecting(all, () -> peer.run("litePull", server, topic, "lite" + name, all.size())),
                expecting(all, () -> peer.run("pull", server, topic, "pull" + name)),
                expecting(even, () -> peer.run("push", server, topic, "tags" + name, "even", even.size()))));

        assertThat(peer.run("find", server, topic, "sync-7")).containsExactly("sync-7", "sync-7", "sync-7");
        List<String> offsets = peer.run("offsets", server, topic);
        assertThat(offsets).allMatch(line -> line.startsWith("0 ") && line.endsWith(" 0 true"));
        assertThat(offsets.stream()
                        .mapToInt(line -> Integer.parseInt(line.split(" ")[1]))
                        .sum())
                .isEqualTo(all.size());
    }

    private static Peer peer(String version, String form) {
        return PEERS.computeIfAbsent(version + form, key -> Peer.client(version, form));
    }

    private static Callable<Void> expecting(List<String> keys, Callable<List<String>> consumption) {
        return () -> {
            assertThat(consumption.call()).containsExactlyInAnyOrderElementsOf(keys);
            return null;
        };
    }

    /** At the same time: most of it is waiting for the clients' own clocks. */
    private static void together(List<Callable<Void>> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(work.size());
        try {
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    @ParameterizedTest
    @CsvSource({"4.9.8", "5.5.0"})
    void shouldKeepTheOrderOfAQueueAndDeliverAgainWhatWasRefused(String version) throws Exception {
        String topic = "Ordered" + version.replace('.', '_');
        String group = "ordered" + version.replace('.', '_');
        Peer peer = peer(version, "JSON");
        peer.run("send", servers.nameServerAddress(), topic, "selector", COUNT, "o-");
        List<String> keys = peer.run("pushOrderly", servers.nameServerAddress(), topic, group, "*", COUNT);
        assertThat(keys).hasSize(COUNT);
        for (int queue = 0; queue < 4; queue++) {
            int wanted = queue;
            assertThat(keys.stream()
                            .mapToInt(key -> Integer.parseInt(key.substring(2)))
                            .filter(i -> i % 4 == wanted))
                    .isSorted();
        }

        List<String> deliveries = peer.run("retry", servers.nameServerAddress(), topic, group + "-retry");
        assertThat(deliveries).anyMatch(line -> line.endsWith(" 1 " + topic));
    }

    private static boolean isEven(String key) {
        return Integer.parseInt(key.substring(key.indexOf('-') + 1)) % 2 == 0;
    }
}
