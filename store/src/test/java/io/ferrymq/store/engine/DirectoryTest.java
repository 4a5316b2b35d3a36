package io.ferrymq.store.engine;

import static io.ferrymq.store.testing.StoreFixture.append;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.store.MessageStore;
import io.ferrymq.store.StoreException;
import io.ferrymq.store.testing.StoreFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that cannot be opened: one line with path and cause, and nothing in them changed. */
class DirectoryTest {
    @TempDir
    Path dir;

    private void assertRefused(String... texts) throws IOException {
        Map<String, Integer> before = contents();
        assertThatThrownBy(() -> StoreFixture.open(dir))
                .isInstanceOf(StoreException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(texts).doesNotContain("\n"));
        Map<String, Integer> after = contents();
        after.remove("lock");
        before.remove("lock");
        assertThat(after).isEqualTo(before);
    }

    private Map<String, Integer> contents() throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(dir)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                found.put(dir.relativize(file).toString(), java.util.Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return found;
    }

    private void logFiles(Map<String, byte[]> files) throws IOException {
        Files.createDirectories(dir.resolve("commitlog"));
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(dir.resolve("commitlog").resolve(file.getKey()), file.getValue());
        }
    }

    @Test
    void shouldRefuseADirectoryInUse() throws IOException {
        try (MessageStore store = StoreFixture.open(dir)) {
            append(store, message("TopicA", 0, "x"));
            // Not assertRefused: the store that is open may be preparing its next file meanwhile.
            assertThatThrownBy(() -> StoreFixture.open(dir))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(dir.toString())
                    .hasMessageContaining("in use by another broker");
        }
        StoreFixture.open(dir).close();
    }

    @Test
    void shouldRefuseAFileInPlaceOfTheDirectory() throws IOException {
        Path file = Files.createFile(dir.resolve("file"));
        assertThatThrownBy(() -> StoreFixture.open(StoreFixture.config(file)))
                .isInstanceOf(StoreException.class)
                .hasMessageContainingAll(file.toString(), "storePathRootDir");
    }

    @Test
    void shouldRefuseALogOfAnotherFormat() throws IOException {
        byte[] text = new byte[StoreFixture.SEGMENT_BYTES];
        java.util.Arrays.fill(text, (byte) 'x');
        logFiles(Map.of("00000000000000000000", text));
        assertRefused("00000000000000000000", "not a commit log");
    }

    @Test
    void shouldRefuseFilesOfDifferentSizes() throws IOException {
        logFiles(Map.of("00000000000000000000", new byte[65536], "00000000000000065536", new byte[1000]));
        assertRefused("00000000000000065536", "1000 bytes", "65536");
    }

    @Test
    void shouldRefuseAGapBetweenFiles() throws IOException {
        logFiles(Map.of("00000000000000000000", new byte[65536], "00000000000000131072", new byte[65536]));
        assertRefused("00000000000000131072", "expected 00000000000000065536");
    }

    @Test
    void shouldKeepTheSizeThatFilesHave() {
        try (MessageStore store = StoreFixture.open(dir)) {
            append(store, message("TopicA", 0, "small"));
        }
        var larger = StoreFixture.config(dir)
                .withFiles(StoreFixture.SMALL.withLogSegmentBytes(1 << 20).withQueueFileBytes(20 * 7));
        try (MessageStore store = StoreFixture.open(larger)) {
            assertThat(store.rawLog().segmentSizeBytes()).isEqualTo(StoreFixture.SEGMENT_BYTES);
            append(store, message("TopicA", 0, "after"));
            StoreFixture.settle(store);
            assertThat(StoreFixture.bodies(store, "TopicA", 0, 0)).isEqualTo(List.of("small", "after"));
        }
    }

    @Test
    void shouldTolerateWhatACrashOfRocketMqLeaves() throws IOException {
        try (MessageStore store = StoreFixture.open(dir)) {
            append(store, message("TopicA", 0, "x"));
        }
        Files.delete(dir.resolve("ferrymq.progress"));
        Files.createFile(dir.resolve("abort"));
        Files.createFile(dir.resolve("abort.bak"));
        logFiles(Map.of("00000000000000065536", new byte[65536], "00000000000000131072", new byte[0]));
        Files.createDirectories(dir.resolve("consumequeue/TopicA/not-a-number"));
        try (MessageStore store = StoreFixture.open(dir)) {
            assertThat(StoreFixture.bodies(store, "TopicA", 0, 0)).containsExactly("x");
            for (int i = 0; i < 10; i++) {
                append(store, message("TopicA", 0, 0, new byte[30_000]));
            }
            StoreFixture.settle(store);
            assertThat(store.queues().maxOffset("TopicA", 0)).isEqualTo(11);
        }
    }

    @Test
    void shouldBeginWhereTheMasterDoesAfterACrashBeforeTheFirstByte() throws IOException {
        logFiles(Map.of("00000000000000000000", new byte[StoreFixture.SEGMENT_BYTES]));
        long begin = 3L * StoreFixture.SEGMENT_BYTES;
        try (MessageStore store = StoreFixture.open(dir)) {
            store.rawLog().appendRaw(begin, java.nio.ByteBuffer.allocate(8));
            assertThat(store.log().logEndOffset()).isEqualTo(begin + 8);
        }
        assertThat(dir.resolve("commitlog")).isDirectoryNotContaining("glob:**/00000000000000000000");
        StoreFixture.open(dir).close();
    }
}
