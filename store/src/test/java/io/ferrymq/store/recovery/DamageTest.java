package io.ferrymq.store.recovery;

import static io.ferrymq.store.testing.StoreFixture.append;
import static io.ferrymq.store.testing.StoreFixture.bodies;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.KeyQueryResult;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.testing.StoreChecker;
import io.ferrymq.store.testing.StoreFixture;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files are damaged on purpose; the log is the truth. */
class DamageTest {
    private static final int MESSAGES = 900;
    private static final int VICTIM = 400;

    @TempDir
    Path dir;

    private final List<Appended> appended = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();

    @BeforeEach
    void fill() {
        try (MessageStore store = StoreFixture.open(dir)) {
            for (int i = 0; i < MESSAGES; i++) {
                String body = "body-" + i + "-" + "x".repeat(100);
                appended.add(append(store, message("TopicA", 0, body, "KEYS", "key" + i)));
                sent.add(body);
            }
            StoreFixture.settle(store);
        }
    }

    private Path logFile(long address) {
        long base = address - address % StoreFixture.SEGMENT_BYTES;
        return dir.resolve("commitlog").resolve(String.format("%020d", base));
    }

    private void overwrite(Path file, long at, int... bytes) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(at);
            for (int value : bytes) {
                access.write(value);
            }
        }
    }

    private void damageLog(long address, int... bytes) throws IOException {
        overwrite(logFile(address), address % StoreFixture.SEGMENT_BYTES, bytes);
    }

    /** As after a crash: nothing is known but the log. */
    private void forgetEverything() throws IOException {
        Files.createFile(dir.resolve("abort"));
        Files.delete(dir.resolve("ferrymq.progress"));
        Files.delete(dir.resolve("checkpoint"));
    }

    private List<String> allBut(int... missing) {
        return IntStream.range(0, MESSAGES)
                .filter(i -> IntStream.of(missing).noneMatch(m -> m == i))
                .mapToObj(sent::get)
                .toList();
    }

    private void assertServes(List<String> expected) {
        try (MessageStore store = StoreFixture.open(dir)) {
            assertThat(bodies(store, "TopicA", 0, 0)).isEqualTo(expected);
            assertThat(store.queues().maxOffset("TopicA", 0)).isEqualTo(MESSAGES);
            assertThat(append(store, message("TopicA", 0, "next")).queueOffset())
                    .isEqualTo(MESSAGES);
        }
    }

    @Test
    @DisplayName("UP-147: one flipped bit in a body hides that message only, and it is never served")
    void up147_shouldNotServeABodyWithAFlippedBit() throws IOException {
        long victim = appended.get(VICTIM).physicalOffset();
        damageLog(victim + 100, 0xFF);
        assertServes(allBut(VICTIM));
        try (MessageStore store = StoreFixture.open(dir)) {
            assertThat(store.log().recordAt(victim).isEmpty()).isTrue();
            try (KeyQueryResult found = store.log().queryByKey("TopicA", "key" + VICTIM, 5, 0, Long.MAX_VALUE)) {
                assertThat(found.records().isEmpty()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 8, 12, 20, 28, 84, 88})
    @DisplayName("UP-147: damage in any field of a record leaves all others where they are, also when all is rebuilt")
    void up147_shouldRebuildAroundADamagedRecord(int field) throws IOException {
        damageLog(appended.get(VICTIM).physicalOffset() + field, 0x77, 0x77, 0x77, 0x77);
        forgetEverything();
        if (field == 12 || field == 20) {
            // Queue id and queue offset have no checksum: the record is believed to be of another place.
            try (MessageStore store = StoreFixture.open(dir)) {
                assertThat(bodies(store, "TopicA", 0, 0)).isEqualTo(allBut(VICTIM));
            }
        } else {
            assertServes(allBut(VICTIM));
        }
    }

    @Test
    @DisplayName("UP-130: a record whose properties were never written is cut off at the end of the log")
    void up130_shouldCutATornTail() throws IOException {
        Appended last = appended.get(MESSAGES - 1);
        damageLog(last.physicalOffset() + last.sizeBytes() - 3, 0, 0, 0);
        forgetEverything();
        try (MessageStore store = StoreFixture.open(dir)) {
            assertThat(store.log().logEndOffset()).isEqualTo(last.physicalOffset());
            assertThat(bodies(store, "TopicA", 0, 0)).isEqualTo(sent.subList(0, MESSAGES - 1));
            assertThat(append(store, message("TopicA", 0, "next")).queueOffset())
                    .isEqualTo(MESSAGES - 1);
        }
    }

    enum Content {
        GONE,
        EMPTY,
        ZEROS,
        RANDOM,
        SHORT
    }

    private static void spoil(Path file, Content content) throws IOException {
        int size = (int) Files.size(file);
        byte[] random = new byte[size];
        new Random(7).nextBytes(random);
        switch (content) {
            case GONE -> Files.delete(file);
            case EMPTY -> Files.write(file, new byte[0]);
            case ZEROS -> Files.write(file, new byte[size]);
            case RANDOM -> Files.write(file, random);
            case SHORT -> Files.write(file, java.util.Arrays.copyOf(Files.readAllBytes(file), size / 3));
        }
    }

    private Stream<Path> filesBelow(String name) throws IOException {
        try (Stream<Path> files = Files.walk(dir.resolve(name))) {
            return files.filter(Files::isRegularFile).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("UP-134: whatever stands in the last queue file, the queue is rebuilt and the store starts")
    void up134_shouldRebuildAQueueFromTheLog(Content content) throws IOException {
        List<Path> files = filesBelow("consumequeue").toList();
        spoil(files.get(files.size() - 1), content);
        Files.createFile(dir.resolve("abort"));
        assertServes(sent);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRebuildAllQueueFiles(Content content) throws IOException {
        for (Path file : filesBelow("consumequeue").toList()) {
            spoil(file, content);
        }
        Files.createFile(dir.resolve("abort"));
        assertServes(sent);
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindByKeyWhateverStandsInTheIndex(Content content) throws IOException {
        for (Path file : filesBelow("index").toList()) {
            spoil(file, content);
        }
        Files.createFile(dir.resolve("abort"));
        try (MessageStore store = StoreFixture.open(dir)) {
            for (int i = 0; i < MESSAGES; i += 50) {
                try (KeyQueryResult found = store.log().queryByKey("TopicA", "key" + i, 5, 0, Long.MAX_VALUE)) {
                    assertThat(bodies(found.records())).containsExactly(sent.get(i));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"checkpoint", "ferrymq.progress", "abort", "lock"})
    void shouldStartWhateverStandsInItsMarks(String name) throws IOException {
        Files.createFile(dir.resolve("abort"));
        for (Content content : Content.values()) {
            if (Files.exists(dir.resolve(name))) {
                spoil(dir.resolve(name), content);
            }
            try (MessageStore store = StoreFixture.open(dir)) {
                assertThat(bodies(store, "TopicA", 0, 0)).isEqualTo(sent);
                assertThat(StoreChecker.check(store)).isEqualTo(MESSAGES);
            }
        }
    }

    @Test
    @DisplayName("UP-132: a mark of one part says nothing about another")
    void up132_shouldStartAtTheSmallestMark() throws IOException {
        Progress clean = Progress.read(dir);
        long half = appended.get(VICTIM).physicalOffset();
        new Progress(clean.logForcedTo(), half, clean.indexForcedTo(), clean.index(), VICTIM, clean.beginnings(), false)
                .write(dir);
        Files.createFile(dir.resolve("abort"));
        List<Path> files = filesBelow("consumequeue").toList();
        // Entries behind the mark never reached the disk.
        for (Path file : files.subList(VICTIM / 100 + 1, files.size())) {
            Files.write(file, new byte[StoreFixture.QUEUE_FILE_BYTES]);
        }
        assertServes(sent);
    }

    @Test
    void shouldRebuildQueuesAndIndexThatAreGone() throws IOException {
        for (String name : new String[] {"consumequeue", "index"}) {
            for (Path file : filesBelow(name).toList()) {
                Files.delete(file);
            }
        }
        Files.delete(dir.resolve("consumequeue/TopicA/0"));
        assertServes(sent);
        try (MessageStore store = StoreFixture.open(dir);
                KeyQueryResult found = store.log().queryByKey("TopicA", "key7", 5, 0, Long.MAX_VALUE)) {
            assertThat(bodies(found.records())).containsExactly(sent.get(7));
        }
    }
}
