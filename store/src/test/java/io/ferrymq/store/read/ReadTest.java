package io.ferrymq.store.read;

import static io.ferrymq.store.testing.StoreFixture.append;
import static io.ferrymq.store.testing.StoreFixture.bodies;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.Boundary;
import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.KeyQueryResult;
import io.ferrymq.store.LogSlices;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.ReadStatus;
import io.ferrymq.store.engine.StorePlatform;
import io.ferrymq.store.testing.StoreFixture;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadTest {
    @TempDir
    Path dir;

    private final AtomicLong nowMs = new AtomicLong(1_000_000);
    private MessageStore store;

    @BeforeEach
    void open() {
        store = StoreFixture.open(StoreFixture.config(dir), nowMs, StorePlatform.real());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void fill(int count, String... properties) {
        for (int i = 0; i < count; i++) {
            append(store, message("TopicA", 0, "m" + i, properties));
        }
        StoreFixture.settle(store);
    }

    private void assertRead(long offset, ReadStatus status, long next) {
        try (ReadResult result = store.queues().read("TopicA", 0, offset, 32, 1 << 20, EntryFilter.ALL)) {
            assertThat(result.status()).isEqualTo(status);
            assertThat(result.nextBeginOffset()).isEqualTo(next);
        }
    }

    @Test
    void shouldSayWhereAReaderStands() {
        assertRead(7, ReadStatus.NO_MATCHED_LOGIC_QUEUE, 0);
        append(store, message("TopicA", 0, "not dispatched yet"));
        assertRead(7, ReadStatus.NO_MESSAGE_IN_QUEUE, 0);
        fill(9);
        assertRead(0, ReadStatus.FOUND, 10);
        assertRead(10, ReadStatus.OFFSET_OVERFLOW_ONE, 10);
        assertRead(11, ReadStatus.OFFSET_OVERFLOW_BADLY, 10);
        assertRead(-1, ReadStatus.OFFSET_TOO_SMALL, 0);
    }

    @Test
    void shouldStopAtTheFirstLimitButReturnOneMessageWhateverItsSize() {
        fill(100);
        try (ReadResult result = store.queues().read("TopicA", 0, 0, 5, 1 << 20, EntryFilter.ALL)) {
            assertThat(bodies(result.records())).containsExactly("m0", "m1", "m2", "m3", "m4");
            assertThat(result.records().buffers())
                    .as("neighbours are one slice")
                    .hasSize(1);
        }
        try (ReadResult result = store.queues().read("TopicA", 0, 0, 100, 1, EntryFilter.ALL)) {
            assertThat(result.records().messageCount()).isEqualTo(1);
            assertThat(result.nextBeginOffset()).isEqualTo(1);
        }
        try (ReadResult result = store.queues().read("TopicA", 0, 0, 100, 1 << 20, EntryFilter.ALL)) {
            assertThat(result.records().messageCount())
                    .as("maxTransferCountOnMessageInMemory")
                    .isEqualTo(32);
        }
    }

    @Test
    void shouldFilterByTagAndByProperties() {
        append(store, message("TopicA", 0, "red", "TAGS", "red"));
        append(store, message("TopicA", 0, "blue", "TAGS", "blue", "size", "7"));
        append(store, message("TopicA", 0, "none"));
        StoreFixture.settle(store);
        EntryFilter red = tagsCode -> tagsCode == "red".hashCode();
        try (ReadResult result = store.queues().read("TopicA", 0, 0, 32, 1 << 20, red)) {
            assertThat(bodies(result.records())).containsExactly("red");
            assertThat(result.nextBeginOffset()).isEqualTo(3);
        }
        EntryFilter seven = new EntryFilter() {
            @Override
            public boolean matchesTagsCode(long tagsCode) {
                return true;
            }

            @Override
            public boolean wantsProperties() {
                return true;
            }

            @Override
            public boolean matchesProperties(ByteBuffer properties) {
                return StandardCharsets.UTF_8.decode(properties).toString().contains("size\u00017");
            }
        };
        try (ReadResult result = store.queues().read("TopicA", 0, 0, 32, 1 << 20, seven)) {
            assertThat(bodies(result.records())).containsExactly("blue");
        }
        try (ReadResult result = store.queues().read("TopicA", 0, 0, 32, 1 << 20, tagsCode -> false)) {
            assertThat(result.status()).isEqualTo(ReadStatus.NO_MATCHED_MESSAGE);
            assertThat(result.nextBeginOffset()).isEqualTo(3);
        }
    }

    @Test
    void shouldFindOffsetsByTime() {
        for (int i = 0; i < 250; i++) {
            nowMs.set(1_000_000 + i / 10 * 100);
            append(store, message("TopicA", 0, "m" + i));
        }
        StoreFixture.settle(store);
        assertThat(byTime(1_000_000 + 700, Boundary.LOWER)).isEqualTo(70);
        assertThat(byTime(1_000_000 + 700, Boundary.UPPER)).isEqualTo(79);
        assertThat(byTime(1_000_000 + 701, Boundary.LOWER)).isEqualTo(80);
        assertThat(byTime(1_000_000 + 701, Boundary.UPPER)).isEqualTo(79);
        assertThat(byTime(0, Boundary.LOWER)).isZero();
        assertThat(byTime(0, Boundary.UPPER)).isZero();
        assertThat(byTime(2_000_000, Boundary.LOWER)).isEqualTo(250);
        assertThat(byTime(Long.MAX_VALUE, Boundary.UPPER)).isEqualTo(249);
        assertThat(store.queues().storeTimestampAt("TopicA", 0, 70)).isEqualTo(1_000_700);
        assertThat(store.queues().storeTimestampAt("TopicA", 0, 250)).isEqualTo(-1);
        assertThat(store.log().earliestStoreTimestampMs()).isEqualTo(1_000_000);
    }

    private long byTime(long timeMs, Boundary boundary) {
        return store.queues().offsetByTime("TopicA", 0, timeMs, boundary);
    }

    @Test
    @DisplayName("UP-136: keys with an equal hash, and keys of other topics, are not mistaken for the one asked for")
    void up136_shouldCompareTheRealKey() {
        assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
        for (int i = 0; i < 20; i++) {
            append(store, message("TopicA", 0, "other" + i, "KEYS", "BB"));
        }
        append(store, message("TopicA", 0, "wanted", "KEYS", "x Aa y"));
        append(store, message("TopicA", 0, "by id", "UNIQ_KEY", "Aa"));
        for (int i = 0; i < 20; i++) {
            append(store, message("TopicA", 0, "other" + i, "KEYS", "BB"));
        }
        StoreFixture.settle(store);
        try (KeyQueryResult found = store.log().queryByKey("TopicA", "Aa", 3, 0, Long.MAX_VALUE)) {
            assertThat(bodies(found.records())).containsExactly("wanted", "by id");
            assertThat(found.indexLastUpdateTimestampMs()).isEqualTo(1_000_000);
        }
        try (KeyQueryResult found = store.log().queryByKey("TopicB", "Aa", 3, 0, Long.MAX_VALUE)) {
            assertThat(found.records().isEmpty()).isTrue();
        }
    }

    @Test
    void shouldFindTheNewestByKeyOverSeveralIndexFilesAndWithinATime() {
        for (int i = 0; i < 12_000; i++) {
            nowMs.addAndGet(10);
            append(store, message("TopicA", 0, "m" + i, "KEYS", "all k" + i));
            if (i % 1000 == 0) {
                StoreFixture.settle(store);
            }
        }
        StoreFixture.settle(store);
        try (KeyQueryResult found = store.log().queryByKey("TopicA", "all", 3, 0, Long.MAX_VALUE)) {
            assertThat(bodies(found.records())).containsExactly("m11997", "m11998", "m11999");
        }
        try (KeyQueryResult found = store.log().queryByKey("TopicA", "k5", 3, 0, Long.MAX_VALUE)) {
            assertThat(bodies(found.records())).containsExactly("m5");
        }
        try (KeyQueryResult found = store.log().queryByKey("TopicA", "k5", 3, 1_000_100, Long.MAX_VALUE)) {
            assertThat(found.records().isEmpty()).isTrue();
        }
    }

    @Test
    void shouldServeARecordByAddressOnlyWhereOneBegins() {
        fill(2);
        long second = store.queues().entries("TopicA", 0, 1, 1).get(0).physicalOffset();
        try (LogSlices record = store.log().recordAt(second)) {
            assertThat(bodies(record)).containsExactly("m1");
        }
        for (long address : new long[] {-1, 1, second + 1, store.log().logEndOffset(), Long.MAX_VALUE}) {
            assertThat(store.log().recordAt(address).isEmpty()).isTrue();
        }
    }

    @Test
    void shouldGiveTheLogToASlaveByteForByteAndBuildItsQueues(@TempDir Path slaveDir) {
        for (int i = 0; i < 400; i++) {
            append(store, message("TopicA", i % 3, "m" + i + "x".repeat(300), "KEYS", "k" + i));
        }
        StoreFixture.settle(store);
        try (MessageStore slave = StoreFixture.open(slaveDir)) {
            long at = 0;
            while (at < store.log().logEndOffset()) {
                try (LogSlices slice = store.rawLog().rawSlice(at, 777)) {
                    at = slave.rawLog().appendRaw(at, slice.buffers().get(0));
                }
                slave.dispatch();
            }
            StoreFixture.settle(slave);
            for (int queueId = 0; queueId < 3; queueId++) {
                assertThat(bodies(slave, "TopicA", queueId, 0)).isEqualTo(bodies(store, "TopicA", queueId, 0));
            }
            long max = slave.queues().maxOffset("TopicA", 1);
            assertThat(append(slave, message("TopicA", 1, "promoted")).queueOffset())
                    .isEqualTo(max);
            StoreFixture.settle(slave);
            assertThat(slave.queues().maxOffset("TopicA", 1)).isEqualTo(max + 1);
        }
    }

    @Test
    void shouldNotServeWhatComesDamagedFromAMaster(@TempDir Path slaveDir) throws Exception {
        for (String text : List.of("first", "second", "third")) {
            append(store, message("TopicA", 0, text));
        }
        StoreFixture.settle(store);
        try (MessageStore slave = StoreFixture.open(slaveDir);
                LogSlices slice = store.rawLog().rawSlice(0, 1 << 16)) {
            byte[] log = new byte[slice.totalBytes()];
            slice.buffers().get(0).get(0, log);
            int at = new String(log, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("second");
            log[at] ^= 1;
            slave.rawLog().appendRaw(0, java.nio.ByteBuffer.wrap(log));
            slave.dispatch();
            StoreFixture.settle(slave);
            assertThat(bodies(slave, "TopicA", 0, 0)).containsExactly("first", "third");
            assertThat(bodies(slave, "TopicA", 0, 2)).containsExactly("third");
        }
    }
}
