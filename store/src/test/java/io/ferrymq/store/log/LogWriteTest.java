package io.ferrymq.store.log;

import static io.ferrymq.store.testing.StoreFixture.append;
import static io.ferrymq.store.testing.StoreFixture.bodies;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.testing.Batches;
import io.ferrymq.store.testing.StoreFixture;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log is written through a small mapping that moves on with its end. */
class LogWriteTest {
    private static final int SEGMENT_BYTES = 4 << 20;

    @TempDir
    Path dir;

    private StoreConfig config() {
        return StoreFixture.config(dir).withFiles(StoreFixture.SMALL.withLogSegmentBytes(SEGMENT_BYTES));
    }

    @Test
    void shouldWriteRecordsOfAnySizeOverManyWindowsAndFiles() {
        List<String> expected = new ArrayList<>();
        try (MessageStore store = StoreFixture.open(config())) {
            for (int i = 0; i < 12_000; i++) {
                String body = i + "-" + "x".repeat(i % 1500);
                append(store, message("TopicA", 0, body));
                expected.add(body);
                if (i % 100 == 0) {
                    store.dispatch();
                }
            }
            // Larger than a window each, the batch as a whole.
            String large = "y".repeat(1_500_000);
            append(store, message("TopicA", 0, large));
            expected.add(large);
            List<String> batch = List.of("z".repeat(400_000), "small", "z".repeat(800_000), "last");
            assertThat(store.appendBatch(Batches.of("TopicA", 0, batch, PropertyBytes.EMPTY)))
                    .isInstanceOf(Appended.class);
            expected.addAll(batch);
            append(store, message("TopicA", 0, "end"));
            expected.add("end");
            StoreFixture.settle(store);
            assertThat(bodies(store, "TopicA", 0, 0)).isEqualTo(expected);
        }
        try (MessageStore store = StoreFixture.open(config())) {
            assertThat(bodies(store, "TopicA", 0, 0)).isEqualTo(expected);
        }
    }

    @Test
    void shouldAppendForAThreadThatIsInterruptedAndLeaveItSo() {
        try (MessageStore store = StoreFixture.open(config())) {
            for (int i = 0; i < 200; i++) {
                // Over several steps of space, several windows, and into the next file.
                Thread.currentThread().interrupt();
                append(store, message("TopicA", 0, "m" + i + "x".repeat(30_000)));
                assertThat(Thread.interrupted()).isTrue();
            }
            StoreFixture.settle(store);
            assertThat(store.queues().maxOffset("TopicA", 0)).isEqualTo(200);
        } finally {
            Thread.interrupted();
        }
    }
}
