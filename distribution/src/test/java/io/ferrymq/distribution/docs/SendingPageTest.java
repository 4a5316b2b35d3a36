package io.ferrymq.distribution.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.docs.Snippets.Snippet;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/sending.md shows compiles, and does what it says against our servers. */
class SendingPageTest {
    @TempDir
    static Path folder;

    private static LocalCluster servers;
    private static DefaultMQProducer producer;
    private static URLClassLoader compiled;
    private static Snippets page;

    @BeforeAll
    static void start() throws Exception {
        page = page();
        servers = LocalCluster.start(folder.resolve("servers"), LocalCluster.BROKER);
        for (String topic : List.of("Orders", "Metrics", "Reminders", "Prices")) {
            servers.createTopic(topic, 4);
        }
        producer = servers.producer();
        page.compile(folder, servers.nameServerAddress());
        compiled = new URLClassLoader(new URL[] {folder.toUri().toURL()}, SendingPageTest.class.getClassLoader());
    }

    @AfterAll
    static void stop() throws Exception {
        compiled.close();
        servers.close();
    }

    private static Snippets page() throws Exception {
        return Snippets.of(Path.of("..", "docs", "sending.md"));
    }

    static Stream<Snippet> snippets() throws Exception {
        return page().all().stream().filter(Snippet::isRun);
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void shouldRun(Snippet snippet) throws Exception {
        compiled.loadClass(snippet.className())
                .getMethod("run", DefaultMQProducer.class)
                .invoke(null, producer);
    }

    @Test
    void shouldShowEveryWay() {
        assertThat(page.all())
                .extracting(Snippet::name)
                .contains(
                        "sync",
                        "async",
                        "oneway",
                        "selector",
                        "queue",
                        "batch",
                        "splitter",
                        "autobatch",
                        "delayed",
                        "request",
                        "transaction",
                        "traced",
                        "hooks",
                        "signed");
    }
}
