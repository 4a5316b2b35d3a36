package io.ferrymq.distribution.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.distribution.LocalCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published clients, unmodified, against our servers. */
class PublishedClientsTest {
    private static final int COUNT = 200;

    @TempDir
    static Path folder;

    private static LocalCluster servers;

    @BeforeAll
    static void start() throws Exception {
        servers = LocalCluster.start(folder, LocalCluster.BROKER);
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"4.9.8,JSON", "4.9.8,ROCKETMQ", "5.5.0,JSON", "5.5.0,ROCKETMQ"})
    void shouldProduceConsumeAndFind(String version, String form) throws Exception {
        String name = version.replace('.', '_') + form;
        String topic = "Published" + name;
        try (Peer peer = Peer.client(version, form)) {
            for (String way : List.of("sync", "async", "selector", "batch", "oneway")) {
                List<String> ids = peer.run("send", servers.nameServerAddress(), topic, way, COUNT, way + "-");
                assertThat(ids).as(way).noneMatch(id -> id.startsWith("failed"));
            }
            List<String> all = Stream.of("sync", "async", "selector", "batch", "oneway")
                    .flatMap(way -> IntStream.range(0, COUNT).mapToObj(i -> way + "-" + i))
                    .toList();

            assertThat(peer.run("push", servers.nameServerAddress(), topic, "push" + name, "*", all.size()))
                    .containsExactlyInAnyOrderElementsOf(all);
            assertThat(peer.run("litePull", servers.nameServerAddress(), topic, "lite" + name, all.size()))
                    .containsExactlyInAnyOrderElementsOf(all);
            assertThat(peer.run("pull", servers.nameServerAddress(), topic, "pull" + name))
                    .containsExactlyInAnyOrderElementsOf(all);
            assertThat(peer.run("push", servers.nameServerAddress(), topic, "tags" + name, "even", all.size() / 2))
                    .containsExactlyInAnyOrderElementsOf(
                            all.stream().filter(PublishedClientsTest::isEven).toList());

            assertThat(peer.run("find", servers.nameServerAddress(), topic, "sync-7"))
                    .containsExactly("sync-7", "sync-7", "sync-7");
            List<String> offsets = peer.run("offsets", servers.nameServerAddress(), topic);
            assertThat(offsets).allMatch(line -> line.startsWith("0 ") && line.endsWith(" 0 true"));
            assertThat(offsets.stream()
                            .mapToInt(line -> Integer.parseInt(line.split(" ")[1]))
                            .sum())
                    .isEqualTo(all.size());
        }
    }

    @ParameterizedTest
    @CsvSource({"4.9.8", "5.5.0"})
    void shouldKeepTheOrderOfAQueueAndDeliverAgainWhatWasRefused(String version) throws Exception {
        String topic = "Ordered" + version.replace('.', '_');
        String group = "ordered" + version.replace('.', '_');
        try (Peer peer = Peer.client(version, "JSON")) {
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
    }

    private static boolean isEven(String key) {
        return Integer.parseInt(key.substring(key.indexOf('-') + 1)) % 2 == 0;
    }
}
