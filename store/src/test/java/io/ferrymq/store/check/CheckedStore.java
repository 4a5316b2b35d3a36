package io.ferrymq.store.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.testing.Batches;
import io.ferrymq.store.testing.StoreFixture;
import io.ferrymq.store.testing.TestMessages;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A store directory of several log, queue and index files, ways to damage it, and to check it. */
final class CheckedStore {
    static final int MESSAGES = 2000;

    private final Path dir;

    CheckedStore(Path dir) {
        this.dir = dir;
    }

    Path path(String relative) {
        return dir.resolve(relative);
    }

    /** Two topics with tags and keys, a batch, a delayed message; some 8 log files. */
    CheckedStore fill() {
        try (MessageStore store = StoreFixture.open(StoreFixture.config(dir))) {
            fill(store, MESSAGES);
        }
        return this;
    }

    static void fill(MessageStore store, int messages) {
        for (int i = 0; i < messages; i++) {
            String topic = i % 3 == 0 ? "Cats" : "Dogs";
            StoreFixture.append(
                    store,
                    TestMessages.message(
                            topic,
                            i % 4,
                            "body " + i,
                            "UNIQ_KEY",
                            "U" + i,
                            "KEYS",
                            "k" + i + " all",
                            "TAGS",
                            "t" + i % 5));
            if (i % 64 == 0) {
                store.dispatch();
            }
        }
        store.appendBatch(Batches.of("Dogs", 1, List.of("b1", "b2", "b3"), PropertyBytes.EMPTY));
        StoreFixture.append(store, TestMessages.message("SCHEDULE_TOPIC_XXXX", 2, "later", "DELAY", "3"));
        StoreFixture.settle(store);
    }

    List<Finding> problems() {
        return findings().stream().filter(Finding::isProblem).toList();
    }

    List<Finding> findings() {
        List<Finding> found = new ArrayList<>();
        CheckSummary summary = StoreCheck.run(CheckTarget.of(dir), found::add);
        assertThat(summary.problems())
                .isEqualTo(found.stream().filter(Finding::isProblem).count());
        return found;
    }

    CheckSummary summary() {
        return StoreCheck.run(CheckTarget.of(dir), finding -> {});
    }

    /** The file of this place among those of a directory. */
    Path file(String directory, int index) {
        try (Stream<Path> files = Files.list(path(directory))) {
            return files.sorted().toList().get(index);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The sizes that files below a directory have. */
    Set<Long> sizes(String directory) {
        try (Stream<Path> files = Files.walk(path(directory))) {
            return files.filter(Files::isRegularFile).map(this::size).collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes 8 bytes of a file. */
    void change(Path file, long position, LongUnaryOperator change) {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(position);
            long before = bytes.readLong();
            bytes.seek(position);
            bytes.writeLong(change.applyAsLong(before));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void flip(Path file, long position) {
        change(file, position, value -> value ^ (1L << 60));
    }

    void resize(Path file, long bytes) {
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
            opened.setLength(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
