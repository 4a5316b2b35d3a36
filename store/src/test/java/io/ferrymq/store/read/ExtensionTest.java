package io.ferrymq.store.read;

import static io.ferrymq.store.testing.StoreFixture.append;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.BitMaps;
import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreHooks;
import io.ferrymq.store.config.RetentionPolicy;
import io.ferrymq.store.engine.StoreEngine;
import io.ferrymq.store.engine.StorePlatform;
import io.ferrymq.store.testing.StoreFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notes beside the entries of queues, as spec storage 3.4 has them. */
class ExtensionTest {
    private static final int FILE_BYTES = 4096;
    private static final int UNIT_BYTES = 22;

    @TempDir
    Path dir;

    private final AtomicLong nowMs = new AtomicLong(1_700_000_000_000L);
    private MessageStore store;

    /** Two bytes for each message of topics that begin with T: the number in its property {@code kind}. */
    private static final BitMaps KINDS = new BitMaps() {
        @Override
        public boolean wants(String topic) {
            return topic.startsWith("T");
        }

        @Override
        public byte[] of(String topic, ByteBuffer properties) {
            return new byte[] {(byte) kind(properties), 0x7F};
        }
    };

    private static int kind(ByteBuffer properties) {
        byte[] bytes = new byte[properties.remaining()];
        properties.get(properties.position(), bytes);
        return Integer.parseInt(PropertyBytes.scan(bytes).get("kind"));
    }

    /** Wants one kind, and counts how many messages it had to look into. */
    private static final class KindFilter implements EntryFilter {
        private final int wanted;
        private int looks;

        KindFilter(int wanted) {
            this.wanted = wanted;
        }

        @Override
        public boolean matchesTagsCode(long tagsCode) {
            return true;
        }

        @Override
        public boolean mayMatch(long physicalOffset, byte[] bitMap) {
            return bitMap.length != 2 || bitMap[0] == wanted;
        }

        @Override
        public boolean wantsProperties() {
            return true;
        }

        @Override
        public boolean matchesProperties(ByteBuffer properties) {
            looks++;
            return kind(properties) == wanted;
        }
    }

    private static EntryFilter tag(String tag) {
        return code -> (int) code == tag.hashCode();
    }

    private void open(Path at, int extensionFileBytes) {
        StoreConfig config =
                StoreFixture.config(at).withFiles(StoreFixture.SMALL.withExtensionFileBytes(extensionFileBytes));
        store = StoreEngine.open(config, nowMs::get, StoreHooks.none().withBitMaps(KINDS), StorePlatform.real());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void fill(String topic, int from, int count) {
        for (int i = from; i < from + count; i++) {
            append(store, message(topic, 0, "m" + i, "TAGS", "t" + i % 3, "kind", Integer.toString(i % 4)));
        }
        StoreFixture.settle(store);
    }

    private List<String> read(String topic, EntryFilter filter) {
        List<String> found = new ArrayList<>();
        long at = store.queues().minOffset(topic, 0);
        while (at < store.queues().maxOffset(topic, 0)) {
            try (ReadResult result = store.queues().read(topic, 0, at, 32, 1 << 20, filter)) {
                found.addAll(StoreFixture.bodies(result.records()));
                at = result.nextBeginOffset();
            }
        }
        return found;
    }

    private static List<String> each(int from, int to, int step) {
        return IntStream.range(0, to)
                .filter(i -> i % step == from)
                .mapToObj(i -> "m" + i)
                .toList();
    }

    private Path extension(Path at, String topic) {
        return at.resolve("consumequeue_ext").resolve(topic).resolve("0");
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void assertRight(String topic, int count) {
        assertThat(read(topic, EntryFilter.ALL)).hasSize(count);
        assertThat(read(topic, tag("t1"))).isEqualTo(each(1, count, 3));
        KindFilter filter = new KindFilter(2);
        assertThat(read(topic, filter)).isEqualTo(each(2, count, 4));
        assertThat(filter.looks).isEqualTo(each(2, count, 4).size());
    }

    @Test
    void shouldStandOnDiskAsPublished() throws Exception {
        open(dir, FILE_BYTES);
        fill("T", 0, 2);
        byte[] queue = Files.readAllBytes(dir.resolve("consumequeue/T/0/00000000000000000000"));
        assertThat(ByteBuffer.wrap(queue).getLong(12)).isEqualTo(Long.MIN_VALUE);
        assertThat(ByteBuffer.wrap(queue).getLong(32)).isEqualTo(Long.MIN_VALUE + UNIT_BYTES);
        Path file = extension(dir, "T").resolve("00000000000000000000");
        assertThat(Files.size(file)).isEqualTo(FILE_BYTES);
        ByteBuffer unit = ByteBuffer.wrap(Files.readAllBytes(file));
        assertThat(unit.getShort(UNIT_BYTES)).isEqualTo((short) UNIT_BYTES);
        assertThat(unit.getLong(UNIT_BYTES + 2)).isEqualTo("t1".hashCode());
        assertThat(unit.getLong(UNIT_BYTES + 10)).isEqualTo(nowMs.get());
        assertThat(unit.getShort(UNIT_BYTES + 18)).isEqualTo((short) 2);
        assertThat(unit.get(UNIT_BYTES + 20)).isEqualTo((byte) 1);
        assertThat(unit.get(UNIT_BYTES + 21)).isEqualTo((byte) 0x7F);
        assertThat(unit.getShort(2 * UNIT_BYTES)).isZero();
        assertThat(store.queues().entries("T", 0, 0, 2))
                .extracting(entry -> entry.tagsCode())
                .containsExactly((long) "t0".hashCode(), (long) "t1".hashCode());
    }

    @Test
    void shouldSpareLooksAndGoOnOverFilesAndStarts() throws Exception {
        open(dir, FILE_BYTES);
        fill("T", 0, 400);
        fill("Other", 0, 20);
        assertRight("T", 400);
        assertThat(read("Other", tag("t2"))).isEqualTo(each(2, 20, 3));
        List<Path> written = files(extension(dir, "T"));
        assertThat(written).hasSize(3);
        int units = (FILE_BYTES - 4) / UNIT_BYTES;
        assertThat(ByteBuffer.wrap(Files.readAllBytes(written.get(0))).getShort(units * UNIT_BYTES))
                .isEqualTo((short) -1);
        store.close();
        open(dir, FILE_BYTES);
        fill("T", 400, 100);
        assertRight("T", 500);
        assertThat(files(extension(dir, "T")))
                .as("the last file is gone on with")
                .hasSize(3);
        // What is there is read also where nothing is made any more.
        store.close();
        open(dir, 0);
        assertRight("T", 500);
    }

    @Test
    void shouldBeCompleteAfterAKill(@TempDir Path copy) throws Exception {
        open(dir, FILE_BYTES);
        fill("T", 0, 300);
        try (Stream<Path> all = Files.walk(dir)) {
            for (Path from : all.filter(path -> !path.endsWith("lock")).toList()) {
                Path to = copy.resolve(dir.relativize(from).toString());
                if (Files.isDirectory(from)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(from, to);
                }
            }
        }
        // Of the copy the queue's end is lost, and with it who knows up to where its extension is in use.
        Path last = files(copy.resolve("consumequeue/T/0")).get(2);
        Files.delete(last);
        store.close();
        open(copy, FILE_BYTES);
        assertRight("T", 300);
        fill("T", 300, 100);
        assertRight("T", 400);
    }

    @Test
    void shouldNeverLeaveOutAMessageForADamagedFile() throws Exception {
        open(dir, FILE_BYTES);
        fill("T", 0, 400);
        store.close();
        List<Path> written = files(extension(dir, "T"));
        Files.write(written.get(0), new byte[FILE_BYTES]);
        byte[] noise = Files.readAllBytes(written.get(2));
        ByteBuffer.wrap(noise).putShort(2 * UNIT_BYTES, (short) 30_000);
        Files.write(written.get(2), noise);
        open(dir, FILE_BYTES);
        assertThat(read("T", new KindFilter(2))).isEqualTo(each(2, 400, 4));
        // Tags of what cannot be read are left to the client.
        assertThat(read("T", tag("t1"))).containsAll(each(1, 400, 3));
        fill("T", 400, 100);
        assertThat(read("T", new KindFilter(2))).isEqualTo(each(2, 500, 4));
        store.close();
        for (Path file : files(extension(dir, "T"))) {
            Files.delete(file);
        }
        open(dir, FILE_BYTES);
        fill("T", 500, 100);
        assertThat(read("T", new KindFilter(2))).isEqualTo(each(2, 600, 4));
        assertThat(read("T", tag("t1"))).containsAll(each(1, 600, 3));
        // An entry never leads to what was made for another.
        assertThat(files(extension(dir, "T")).get(0).getFileName().toString()).isNotEqualTo("00000000000000000000");
    }

    @Test
    void shouldGoOnBesideFilesThatWereCutShort() throws Exception {
        open(dir, FILE_BYTES);
        fill("T", 0, 400);
        fill("Tx", 0, 8);
        store.close();
        List<Path> written = files(extension(dir, "T"));
        cut(written.get(0), 10);
        cut(written.get(1), 1);
        cut(written.get(2), 10 * UNIT_BYTES + 7);
        // Only one file, and less of it than a unit.
        cut(extension(dir, "Tx").resolve("00000000000000000000"), 10);
        open(dir, FILE_BYTES);
        assertThat(read("T", new KindFilter(2))).isEqualTo(each(2, 400, 4));
        fill("T", 400, 200);
        fill("Tx", 8, 400);
        assertThat(read("T", new KindFilter(2))).isEqualTo(each(2, 600, 4));
        assertThat(read("T", tag("t1"))).containsAll(each(1, 600, 3));
        assertThat(read("Tx", new KindFilter(2))).isEqualTo(each(2, 408, 4));
    }

    private static void cut(Path file, long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
    }

    @Test
    void shouldGoOnWithoutAFolderForThem() throws Exception {
        open(dir, FILE_BYTES);
        fill("T", 0, 20);
        store.close();
        try (Stream<Path> all = Files.list(extension(dir, "T"))) {
            for (Path file : all.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(extension(dir, "T"));
        Files.createFile(extension(dir, "T"));
        open(dir, FILE_BYTES);
        assertThat(read("T", new KindFilter(2))).isEqualTo(each(2, 20, 4));
        fill("T", 20, 20);
        assertThat(read("T", new KindFilter(2))).isEqualTo(each(2, 40, 4));
        store.admin().deleteExpiredFiles();
    }

    @Test
    void shouldGoWithItsTopic() {
        open(dir, FILE_BYTES);
        fill("T", 0, 10);
        store.admin().deleteTopic("T");
        assertThat(dir.resolve("consumequeue_ext/T")).doesNotExist();
        fill("T", 0, 20);
        assertRight("T", 20);
    }

    @Test
    void shouldGoWithTheLogThatItNotes() {
        open(dir, FILE_BYTES);
        fill("T", 0, 1_500);
        int before = files(extension(dir, "T")).size();
        store.admin().retain(RetentionPolicy.DEFAULT.withReservedMs(1));
        nowMs.addAndGet(10_000_000);
        fill("T", 1_500, 1);
        store.admin().deleteExpiredFiles();
        assertThat(store.queues().minOffset("T", 0)).isPositive();
        assertThat(files(extension(dir, "T")).size()).isLessThan(before);
        List<String> left = read("T", new KindFilter(2));
        assertThat(Set.copyOf(each(2, 1_501, 4))).containsAll(left);
        assertThat(left).isNotEmpty().endsWith("m1498");
    }
}
