package io.ferrymq.distribution.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.AppendResult;
import io.ferrymq.store.BitMaps;
import io.ferrymq.store.HostBytes;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import io.ferrymq.store.QueueEntry;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreHooks;
import io.ferrymq.store.config.FileSizes;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Extension files of queues are those of the published broker, byte for byte, and are read by its classes. */
class PublishedExtensionTest {
    private static final int FILE_BYTES = 4096;
    private static final int COUNT = 300;
    private static final byte[] BITS = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
    private static final long STORE_MS = 1_700_000_000_000L;

    @TempDir
    private Path ours;

    @TempDir
    private Path theirs;

    private static final BitMaps SAME = new BitMaps() {
        @Override
        public boolean wants(String topic) {
            return true;
        }

        @Override
        public byte[] of(String topic, ByteBuffer properties) {
            return BITS;
        }
    };

    private static MessageToStore message(int i) {
        HostBytes host = HostBytes.of(new InetSocketAddress("127.0.0.1", 10911));
        return new MessageToStore(
                "T",
                0,
                0,
                0,
                STORE_MS,
                host,
                host,
                0,
                0,
                ByteBuffer.wrap(new byte[] {1}),
                PropertyBytes.of(Map.of("TAGS", "t" + i)));
    }

    private List<QueueEntry> write() {
        StoreConfig config = StoreConfig.defaults(ours)
                .withFiles(FileSizes.DEFAULT
                        .withLogSegmentBytes(1 << 20)
                        .withIndex(1000, 5000)
                        .withExtensionFileBytes(FILE_BYTES));
        try (MessageStore store =
                MessageStore.open(config, () -> STORE_MS, StoreHooks.none().withBitMaps(SAME))) {
            for (int i = 0; i < COUNT; i++) {
                assertThat(store.append(message(i))).isInstanceOf(AppendResult.Appended.class);
            }
            store.dispatch();
            // Another thread of the store may have been at it.
            await("the queue")
                    .until(() -> store.queues().entries("T", 0, 0, COUNT).size() == COUNT);
            return store.queues().entries("T", 0, 0, COUNT);
        }
    }

    @Test
    void shouldWriteWhatThePublishedBrokerWrites() throws Exception {
        List<QueueEntry> entries = write();
        assertThat(entries).hasSize(COUNT);
        ClassLoader loader = PeerJars.server("5.5.0");
        Class<?> extension = loader.loadClass("org.apache.rocketmq.store.ConsumeQueueExt");
        Class<?> unit = loader.loadClass("org.apache.rocketmq.store.ConsumeQueueExt$CqExtUnit");
        Object written = extension
                .getConstructor(String.class, int.class, String.class, int.class, int.class)
                .newInstance("T", 0, theirs.toString(), FILE_BYTES, 8 * BITS.length);
        for (QueueEntry entry : entries) {
            extension
                    .getMethod("put", unit)
                    .invoke(
                            written,
                            unit.getConstructor(Long.class, long.class, byte[].class)
                                    .newInstance(entry.tagsCode(), STORE_MS, BITS));
        }
        extension.getMethod("flush", int.class).invoke(written, 0);
        List<Path> our = files(ours.resolve("consumequeue_ext/T/0"));
        List<Path> their = files(theirs.resolve("T/0"));
        assertThat(our).hasSameSizeAs(their).hasSize(3);
        for (int i = 0; i < our.size(); i++) {
            assertThat(our.get(i).getFileName()).isEqualTo(their.get(i).getFileName());
            assertThat(Files.readAllBytes(our.get(i))).isEqualTo(Files.readAllBytes(their.get(i)));
        }

        Object read = extension
                .getConstructor(String.class, int.class, String.class, int.class, int.class)
                .newInstance("T", 0, ours.resolve("consumequeue_ext").toString(), FILE_BYTES, 8 * BITS.length);
        assertThat(extension.getMethod("load").invoke(read)).isEqualTo(true);
        extension.getMethod("recover").invoke(read);
        ByteBuffer queue = ByteBuffer.wrap(Files.readAllBytes(ours.resolve("consumequeue/T/0/00000000000000000000")));
        for (QueueEntry entry : entries) {
            long address = queue.getLong((int) entry.queueOffset() * 20 + 12);
            Object found = extension.getMethod("get", long.class).invoke(read, address);
            assertThat(unit.getMethod("getTagsCode").invoke(found)).isEqualTo(entry.tagsCode());
            assertThat(unit.getMethod("getMsgStoreTime").invoke(found)).isEqualTo(STORE_MS);
            assertThat(unit.getMethod("getFilterBitMap").invoke(found)).isEqualTo(BITS);
        }
        assertThat(files(ours.resolve("consumequeue_ext/T/0"))).isEqualTo(our);
    }

    private static List<Path> files(Path folder) throws Exception {
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList();
        }
    }
}
