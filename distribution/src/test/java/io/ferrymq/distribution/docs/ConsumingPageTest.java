package io.ferrymq.distribution.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.store.LocalFileOffsetStore;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.Message;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.docs.Snippets.Snippet;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/consuming.md shows compiles, and does what it says against our servers. */
class ConsumingPageTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** What each snippet prints once it works; those that print nothing only have to run. */
    private static final Map<String, String> PRINTS = Map.ofEntries(
            Map.entry("push", "billed order-"),
            Map.entry("batch", "a batch of "),
            Map.entry("orderly", "shipped order-"),
            Map.entry("broadcasting", "cached order-"),
            Map.entry("hook", "hook: CONSUME_SUCCESS"),
            Map.entry("tags", "express: express"),
            Map.entry("sql", "heavy: 12"),
            Map.entry("retry", "attempt 2"),
            Map.entry("deadletters", "dead letter of Orders, id "),
            Map.entry("queues", "now 4 of 4 queues of Orders"),
            Map.entry("litepull", "reported order-"),
            Map.entry("commit", "booked order-"),
            Map.entry("assign", "replayed "),
            Map.entry("pull", "pulled: FOUND, next is "),
            Map.entry("schedule", "audited: FOUND"));

    @TempDir
    static Path folder;

    private static final PrintStream CONSOLE = System.out;
    private static final ByteArrayOutputStream PRINTED = new ByteArrayOutputStream();
    private static LocalCluster servers;
    private static DefaultMQProducer producer;
    private static URLClassLoader compiled;
    private static Snippets page;

    @BeforeAll
    static void start() throws Exception {
        page = page();
        servers = LocalCluster.withNameServers(folder.resolve("servers"), 1);
        servers.startBroker(LocalCluster.BROKER, Map.of("enablePropertyFilter", "true"));
        servers.createTopic("Orders", 4);
        servers.createTopic("Prices", 1);
        producer = servers.producer();
        // Generous: the machine may be busy with other things.
        producer.setSendMsgTimeout(30_000);
        System.setProperty(
                LocalFileOffsetStore.DIRECTORY_PROPERTY,
                folder.resolve("offsets").toString());
        page.compile(folder, servers.nameServerAddress());
        compiled = new URLClassLoader(new URL[] {folder.toUri().toURL()}, ConsumingPageTest.class.getClassLoader());
        System.setOut(new PrintStream(PRINTED, true, StandardCharsets.UTF_8));
    }

    @AfterAll
    static void stop() throws Exception {
        System.setOut(CONSOLE);
        System.clearProperty(LocalFileOffsetStore.DIRECTORY_PROPERTY);
        compiled.close();
        servers.close();
    }

    private static Snippets page() throws Exception {
        return Snippets.of(Path.of("..", "docs", "consuming.md"));
    }

    static Stream<Snippet> snippets() throws Exception {
        return page().all().stream().filter(Snippet::isRun);
    }

    /** One order to each queue. */
    private static void order() throws Exception {
        for (int i = 0; i < 4; i++) {
            Message order = new Message(
                    "Orders", i < 2 ? "express" : "normal", "order-" + i, "a parcel".getBytes(StandardCharsets.UTF_8));
            order.putUserProperty("weight", i == 0 ? "12" : "3");
            producer.send(order);
        }
    }

    @ParameterizedTest
    @MethodSource("snippets")
    @SuppressWarnings("unchecked")
    void shouldRun(Snippet snippet) throws Exception {
        PRINTED.reset();
        order();
        List<Runnable> ends = (List<Runnable>) compiled.loadClass(snippet.className())
                .getMethod("run", DefaultMQProducer.class)
                .invoke(null, producer);
        try {
            String expected = PRINTS.getOrDefault(snippet.name(), "");
            await().atMost(LONG).until(() -> {
                if (!PRINTED.toString(StandardCharsets.UTF_8).contains(expected)) {
                    // Those that start at the end of the queues get what is sent from then on.
                    order();
                }
                return PRINTED.toString(StandardCharsets.UTF_8).contains(expected);
            });
        } finally {
            ends.forEach(Runnable::run);
        }
    }

    @Test
    void shouldShowEveryWay() {
        assertThat(page.all()).extracting(Snippet::name).containsAll(PRINTS.keySet());
    }
}
