package io.ferrymq.store.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.Clock;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.check.Finding.Severity;
import io.ferrymq.store.file.StoreFiles;
import io.ferrymq.store.testing.StoreFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of damage is named with its place; what is derived can be rebuilt, and the store serves everything again. */
class DamageFindingsTest {
    private static final String QUEUE = "consumequeue/Dogs/1";

    @TempDir
    private static Path template;

    @TempDir
    private Path dir;

    static Stream<Arguments> derivedDamage() {
        return Stream.of(
                derived(
                        "an entry's address",
                        "Dogs/1 offset 7: the entry leads to",
                        s -> s.flip(s.file(QUEUE, 0), 140)),
                derived(
                        "an entry's size",
                        "Dogs/1 offset 7: the entry leads to",
                        s -> s.change(s.file(QUEUE, 0), 148, v -> v ^ 1L << 32)),
                derived(
                        "an entry's tag code",
                        "Dogs/1 offset 7: the entry has tag code",
                        s -> s.change(s.file(QUEUE, 0), 152, v -> v ^ 1)),
                derived(
                        "zeros in a queue",
                        "Dogs/1 offset 3: the entry leads to address 0",
                        s -> s.change(s.file(QUEUE, 0), 60, v -> 0)),
                derived("a queue's last file gone", "no entry", s -> StoreFiles.delete(s.file(QUEUE, 3))),
                derived(
                        "a queue's middle file gone",
                        "does not follow the file before",
                        s -> StoreFiles.delete(s.file(QUEUE, 1))),
                derived("a queue file cut short", "has 100 bytes, expected 2000", s -> s.resize(s.file(QUEUE, 1), 100)),
                derived(
                        "a queue file too long",
                        "has 2000 bytes, expected 2020",
                        s -> s.resize(s.file(QUEUE, 1), 2020)),
                derived("a queue gone", "Dogs/1 offsets 0 to", s -> StoreFiles.deleteTree(s.path(QUEUE))),
                derived(
                        "all queues gone",
                        "Cats/0 offsets 0 to 166: no entry",
                        s -> StoreFiles.deleteTree(s.path("consumequeue"))),
                derived(
                        "a wrong number of index entries",
                        "says that entry",
                        s -> s.change(s.file("index", 0), 32, v -> v + 1)),
                derived(
                        "an index slot",
                        "the newest of this slot is",
                        s -> s.change(s.file("index", 1), 40, v -> v ^ 1L << 32)),
                derived(
                        "an index hash",
                        "lacks 1 keys of the message at address",
                        s -> s.change(s.file("index", 0), 4040 + 200, v -> v ^ 1L << 40)),
                derived(
                        "an index address",
                        "no message with this key",
                        s -> s.change(s.file("index", 0), 4040 + 204, v -> v ^ 1)),
                derived(
                        "a large index address",
                        "no message with this key",
                        s -> s.flip(s.file("index", 0), 4040 + 204)),
                derived(
                        "an index time",
                        "s behind the file's first",
                        s -> s.change(s.file("index", 0), 4040 + 208, v -> v ^ 1)),
                derived(
                        "an index chain",
                        "is the one before in its slot",
                        s -> s.change(s.file("index", 0), 4040 + 212, v -> v ^ 1)),
                derived(
                        "an index file's end",
                        "says that it ends at",
                        s -> s.change(s.file("index", 0), 24, v -> v + 1)),
                derived(
                        "an index file's time",
                        "says that it begins at",
                        s -> s.change(s.file("index", 0), 0, v -> v + 1)),
                derived("an index file cut short", "fits no number of slots", s -> s.resize(s.file("index", 0), 5000)),
                derived("the first index file gone", "lacks", s -> StoreFiles.delete(s.file("index", 0))),
                derived("the index gone", "lacks 6000 keys", s -> StoreFiles.deleteTree(s.path("index"))),
                derived(
                        "a checkpoint ahead of the log",
                        "the newest message was stored at",
                        s -> s.change(s.path("checkpoint"), 8, v -> v + 60_000)),
                derived("no checkpoint", "checkpoint: is missing", s -> StoreFiles.delete(s.path("checkpoint"))),
                derived("a short checkpoint", "has 10 bytes, expected 4096", s -> s.resize(s.path("checkpoint"), 10)),
                derived(
                        "a damaged progress file",
                        "checksum does not fit",
                        s -> s.flip(s.path("ferrymq.progress"), 13)));
    }

    private static Arguments derived(String name, String finding, Consumer<CheckedStore> damage) {
        return Arguments.argumentSet(name, finding, damage);
    }

    @ParameterizedTest
    @MethodSource("derivedDamage")
    void shouldNameAndRebuildWhatIsDerived(String finding, Consumer<CheckedStore> damage) throws IOException {
        CheckedStore store = copy();
        damage.accept(store);
        List<Finding> problems = store.problems();
        assertThat(problems).isNotEmpty().allMatch(found -> found.severity() == Severity.REBUILDABLE);
        assertThat(problems).anyMatch(found -> found.toString().contains(finding));

        repair(problems);
        assertThat(store.findings()).isEmpty();
        shouldServeAll();
    }

    static Stream<Arguments> lostBytes() {
        return Stream.of(
                derived(
                        "a body",
                        "commitlog/00000000000000065536, byte 0: no undamaged record from log address 65536",
                        s -> s.flip(s.file("commitlog", 1), 89)),
                derived("a magic", "is none of a record", s -> s.flip(s.file("commitlog", 1), 4)),
                derived("a size", "where 65536 bytes are left", s -> s.flip(s.file("commitlog", 1), 0)),
                derived("an own address", "says that it belongs to address", s -> s.flip(s.file("commitlog", 1), 28)),
                derived("a queue id", "Dogs/", s -> s.change(s.file("commitlog", 1), 8, v -> v ^ 1)),
                derived(
                        "the last record",
                        "but behind it something stands",
                        s -> s.flip(lastLogFile(s), lastRecordAt(s))),
                derived(
                        "a log file cut short",
                        "has 30000 bytes, expected 65536",
                        s -> s.resize(s.file("commitlog", 1), 30_000)),
                derived(
                        "a log file gone",
                        "00000000000000065536 is missing",
                        s -> StoreFiles.delete(s.file("commitlog", 1))),
                derived("tombstones", "ferrymq.deleted", s -> write(s.path("ferrymq.deleted"), "x y\n")));
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Path lastLogFile(CheckedStore store) {
        return store.file("commitlog", (int) (store.summary().logEnd() / StoreFixture.SEGMENT_BYTES));
    }

    /** The body of the last record: 'later', before topic and properties. */
    private static long lastRecordAt(CheckedStore store) {
        return store.summary().logEnd() % StoreFixture.SEGMENT_BYTES - 35;
    }

    @ParameterizedTest
    @MethodSource("lostBytes")
    void shouldNameWhatIsLost(String finding, Consumer<CheckedStore> damage) throws IOException {
        CheckedStore store = copy();
        damage.accept(store);
        assertThat(store.problems())
                .anyMatch(found -> found.toString().contains(finding))
                .anyMatch(found -> found.severity() == Severity.DAMAGED);
    }

    static Stream<Arguments> damagedRecords() {
        return Stream.of(
                Arguments.argumentSet("a body", (Consumer<CheckedStore>) s -> s.flip(s.file("commitlog", 1), 89)),
                Arguments.argumentSet("a magic", (Consumer<CheckedStore>) s -> s.flip(s.file("commitlog", 1), 4)),
                Arguments.argumentSet("a size", (Consumer<CheckedStore>) s -> s.flip(s.file("commitlog", 1), 0)),
                Arguments.argumentSet(
                        "the very first", (Consumer<CheckedStore>) s -> s.flip(s.file("commitlog", 0), 89)));
    }

    @ParameterizedTest
    @MethodSource("damagedRecords")
    void shouldLeaveOnlyTheDamageAfterARepair(Consumer<CheckedStore> damage) throws IOException {
        CheckedStore store = copy();
        damage.accept(store);
        assertThat(store.problems()).allMatch(found -> found.severity() == Severity.DAMAGED);
        for (int queue = 0; queue < 4; queue++) {
            for (String topic : List.of("Cats", "Dogs")) {
                store.flip(store.file("consumequeue/" + topic + "/" + queue, 0), 140);
            }
        }
        store.flip(store.file("index", 0), 4040 + 204);
        assertThat(store.problems()).anyMatch(found -> found.severity() == Severity.REBUILDABLE);

        repair(store.problems());
        assertThat(store.problems()).isNotEmpty().allMatch(found -> found.severity() == Severity.DAMAGED);
        try (MessageStore opened = StoreFixture.open(StoreFixture.config(dir))) {
            assertThat(served(opened)).isEqualTo(CheckedStore.MESSAGES + 3 - 1);
        }
    }

    private CheckedStore copy() throws IOException {
        if (!Files.exists(template.resolve("commitlog"))) {
            new CheckedStore(template).fill();
        }
        try (Stream<Path> all = Files.walk(template)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                Path to = dir.resolve(template.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(path, to);
                }
            }
        }
        return new CheckedStore(dir);
    }

    private void repair(List<Finding> problems) {
        StoreRepair.run(CheckTarget.of(dir), problems, Clock.system(), step -> {});
    }

    private void shouldServeAll() {
        try (MessageStore store = StoreFixture.open(StoreFixture.config(dir))) {
            assertThat(served(store)).isEqualTo(CheckedStore.MESSAGES + 3);
        }
    }

    private static int served(MessageStore store) {
        int found = 0;
        for (String topic : List.of("Cats", "Dogs")) {
            for (int queue = 0; queue < 4; queue++) {
                found += StoreFixture.bodies(store, topic, queue, 0).size();
            }
        }
        return found;
    }
}
