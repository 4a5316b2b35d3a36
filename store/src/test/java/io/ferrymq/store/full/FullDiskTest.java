package io.ferrymq.store.full;

import static io.ferrymq.store.testing.StoreFixture.bodies;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.store.AppendResult;
import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.AppendResult.Refusal;
import io.ferrymq.store.AppendResult.Refused;
import io.ferrymq.store.KeyQueryResult;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.config.FlushPolicy;
import io.ferrymq.store.testing.StoreFixture;
import io.ferrymq.store.testing.disk.ForgetfulDisk;
import io.ferrymq.store.testing.disk.ForgetfulDisk.Names;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The disk is full at one place after another at which the store asks for space. */
class FullDiskTest {
    private static final int TRIES = 400;

    @TempDir
    Path folder;

    private final AtomicInteger refusals = new AtomicInteger();
    private final Map<String, List<String>> expected = new HashMap<>();
    private int number;

    private StoreConfig config(ForgetfulDisk disk) {
        return StoreFixture.config(disk.root())
                .withFiles(StoreFixture.SMALL.withIndex(50, 60))
                .withFlush(new FlushPolicy(FlushPolicy.ASYNC.mode(), 20, 0, 50, 20));
    }

    private ForgetfulDisk.Fault full(String place) {
        Pattern pattern = Pattern.compile(place);
        return step -> {
            if (pattern.matcher(step).matches()) {
                refusals.incrementAndGet();
                throw new IOException("No space left on device");
            }
        };
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "space in the log,               write \\d{19}[0-9],                true",
        "the next file of the log,       create \\d{14}[1-9]\\d{5},           true",
        "length of the log's next file,  map \\d{14}[1-9]\\d{5},            true",
        "a file of a queue,              create 0{16}(0000|[2468]000),        true",
        "a directory of a topic,         mkdir T\\d+,                       true",
        "a file of the index,            create \\d{17},                    true",
        "space in the index,             write \\d{17},                     true",
        "progress,                       write ferrymq.progress.tmp,        false",
        "progress' name,                 rename to ferrymq.progress,        false",
        "descriptors,                    open \\d+,                         true",
        "checkpoint,                     create checkpoint.tmp,             false",
    })
    @DisplayName("UP-140: without space at any place sends are refused, reads go on, and sends go on by themselves")
    void up140_shouldRefuseReadAndGoOn(String name, String place, boolean refuses) throws IOException {
        ForgetfulDisk disk = new ForgetfulDisk(folder, Names.JOURNALED, 1);
        try (MessageStore store = StoreFixture.open(config(disk))) {
            sendUntilRefused(store, 20);
            StoreFixture.settle(store);
            disk.refuse(full(place));
            Refused refused = sendUntilRefused(store, TRIES);
            await().until(() -> refusals.get() > 0);
            if (refuses) {
                assertThat(refused).as("sends are refused").isNotNull();
                assertThat(refused.reason()).isEqualTo(Refusal.DISK_FULL);
                assertThat(refused.text()).contains("No space left on device", folder.toString());
            } else {
                assertThat(refused).as("sends go on").isNull();
            }
            assertThat(bodies(store, "T0", 0, 0))
                    .as("reads go on")
                    .containsSubsequence(expected.get("T0").subList(0, 2));
            disk.refuse(step -> {});
            await().until(() -> sendUntilRefused(store, 1) == null);
            assertComplete(store);
        }
        try (MessageStore store = StoreFixture.open(config(disk))) {
            assertComplete(store);
        }
    }

    /** Returns the first refusal; null when all were taken. */
    private Refused sendUntilRefused(MessageStore store, int count) {
        for (int i = 0; i < count; i++) {
            int n = number++;
            String topic = "T" + n % (1 + n / 10);
            String body = "body-" + n + "-" + "x".repeat(700);
            AppendResult result = store.append(message(topic, 0, body, "KEYS", "key" + n));
            if (result instanceof Refused refused) {
                return refused;
            }
            List<String> queue = expected.computeIfAbsent(topic, key -> new ArrayList<>());
            assertThat(((Appended) result).queueOffset()).isEqualTo(queue.size());
            queue.add(body);
            store.dispatch();
        }
        return null;
    }

    private void assertComplete(MessageStore store) {
        StoreFixture.settle(store);
        expected.forEach((topic, sent) -> assertThat(bodies(store, topic, 0, 0)).isEqualTo(sent));
        AtomicLong found = new AtomicLong();
        expected.forEach((topic, sent) -> {
            String body = sent.get(sent.size() - 1);
            try (KeyQueryResult byKey =
                    store.log().queryByKey(topic, "key" + body.split("-")[1], 5, 0, Long.MAX_VALUE)) {
                assertThat(bodies(byKey.records())).containsExactly(body);
                found.incrementAndGet();
            }
        });
        assertThat(found.get()).isEqualTo(expected.size());
    }
}
