package io.ferrymq.store.index;

import static io.ferrymq.store.testing.StoreFixture.append;
import static io.ferrymq.store.testing.StoreFixture.bodies;
import static io.ferrymq.store.testing.StoreFixture.settle;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.KeyQueryResult;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.engine.StorePlatform;
import io.ferrymq.store.file.StoreFiles;
import io.ferrymq.store.testing.StoreFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForeignIndexTest {
    private static final int COUNT = 200;

    @TempDir
    private Path dir;

    @ParameterizedTest
    @CsvSource({"-100000, true", "100000, true", "-100000, false", "100000, false"})
    @DisplayName("UP-137: index files of another log are noticed, and the index is built anew")
    void up137_shouldNoticeIndexFilesOfAnotherLog(long otherIsLaterByMs, boolean progressIsKnown) throws IOException {
        long now = System.currentTimeMillis() - 1_000_000;
        fill(dir.resolve("ours"), "ours", now, COUNT);
        fill(dir.resolve("other"), "other", now + otherIsLaterByMs, 2 * COUNT);
        StoreFiles.deleteTree(dir.resolve("ours/index"));
        Files.move(dir.resolve("other/index"), dir.resolve("ours/index"));
        if (!progressIsKnown) {
            Files.delete(dir.resolve("ours/ferrymq.progress"));
        }
        try (MessageStore store = StoreFixture.open(dir.resolve("ours"))) {
            for (int i : List.of(0, 1, COUNT / 2, COUNT - 1)) {
                assertThat(found(store, "ours" + i)).containsExactly("ours" + i);
            }
            assertThat(found(store, "other1")).isEmpty();
        }
    }

    private static void fill(Path store, String prefix, long nowMs, int count) {
        AtomicLong clock = new AtomicLong(nowMs);
        try (MessageStore opened = StoreFixture.open(StoreFixture.config(store), clock, StorePlatform.real())) {
            for (int i = 0; i < count; i++) {
                clock.addAndGet(10);
                append(opened, message("T", 0, prefix + i, "KEYS", prefix + i));
            }
            settle(opened);
        }
    }

    private static List<String> found(MessageStore store, String key) {
        try (KeyQueryResult result = store.log().queryByKey("T", key, 10, 0, Long.MAX_VALUE)) {
            return bodies(result.records());
        }
    }
}
