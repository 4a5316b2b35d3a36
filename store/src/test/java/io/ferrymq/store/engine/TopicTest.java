package io.ferrymq.store.engine;

import static io.ferrymq.store.testing.StoreFixture.append;
import static io.ferrymq.store.testing.StoreFixture.bodies;
import static io.ferrymq.store.testing.StoreFixture.settle;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.AppendResult.Refusal;
import io.ferrymq.store.AppendResult.Refused;
import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.KeyQueryResult;
import io.ferrymq.store.LogSlices;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.file.StoreFiles;
import io.ferrymq.store.testing.Batches;
import io.ferrymq.store.testing.StoreFixture;
import io.ferrymq.store.testing.TestMessages;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicTest {
    @TempDir
    Path dir;

    @Test
    @DisplayName("UP-141: a deleted topic stays deleted over restarts and recoveries, and a new one begins at 0")
    void up141_shouldNotBringADeletedTopicBack() throws Exception {
        try (MessageStore store = StoreFixture.open(dir)) {
            append(store, message("Gone", 0, "old", "KEYS", "k"));
            append(store, message("Stays", 0, "x"));
            settle(store);
            store.admin().deleteTopic("Gone");
            assertThat(store.admin().topics()).containsExactly("Stays");
            assertThat(store.queues().maxOffset("Gone", 0)).isZero();
        }
        // As if everything but the log had been lost.
        Files.createFile(dir.resolve("abort"));
        Files.delete(dir.resolve("ferrymq.progress"));
        Files.delete(dir.resolve("checkpoint"));
        try (MessageStore store = StoreFixture.open(dir)) {
            assertThat(store.admin().topics()).containsExactly("Stays");
            assertThat(append(store, message("Gone", 0, "new")).queueOffset()).isZero();
            settle(store);
            assertThat(bodies(store, "Gone", 0, 0)).containsExactly("new");
            try (KeyQueryResult found = store.log().queryByKey("Gone", "k", 5, 0, Long.MAX_VALUE)) {
                assertThat(found.records().isEmpty()).isTrue();
            }
        }
        try (MessageStore store = StoreFixture.open(dir)) {
            assertThat(bodies(store, "Gone", 0, 0)).containsExactly("new");
        }
    }

    @Test
    @DisplayName("UP-139: topics are deleted while they are written and read: no crash, no error for others")
    void up139_shouldDeleteTopicsUnderLoad() {
        AtomicBoolean stop = new AtomicBoolean();
        // However long a deletion takes, the writer writes only so much meanwhile.
        Semaphore room = new Semaphore(500);
        try (MessageStore store = StoreFixture.open(dir)) {
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                for (int i = 0; !stop.get(); i++) {
                    room.acquireUninterruptibly();
                    append(store, message("Victim" + i % 3, i % 2, "body" + i));
                    append(store, message("Other", 0, "m" + i));
                    store.dispatch();
                }
            });
            CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
                for (int i = 0; !stop.get(); i++) {
                    store.queues()
                            .read("Victim" + i % 3, i % 2, 0, 32, 1 << 20, EntryFilter.ALL)
                            .close();
                    long max = store.queues().maxOffset("Other", 0);
                    if (max > 0) {
                        store.queues()
                                .read("Other", 0, max - 1, 32, 1 << 20, EntryFilter.ALL)
                                .close();
                    }
                }
            });
            for (int i = 0; i < 10; i++) {
                store.admin().deleteTopic("Victim" + i % 3);
                room.release(500);
            }
            stop.set(true);
            room.release();
            writer.join();
            reader.join();
            settle(store);
            List<String> others = bodies(store, "Other", 0, 0);
            assertThat(others).hasSize((int) store.queues().maxOffset("Other", 0));
            for (int i = 0; i < others.size(); i++) {
                assertThat(others.get(i)).isEqualTo("m" + i);
            }
        }
    }

    @Test
    @DisplayName(
            "UP-155: a topic that the master deleted and created anew reads the same from the slave's copy of its log")
    void up155_shouldFollowADeletionOnACopyOfTheLog() throws Exception {
        long deletedAt;
        try (MessageStore master = StoreFixture.open(dir.resolve("master"));
                MessageStore slave = StoreFixture.open(dir.resolve("slave"))) {
            append(master, message("T", 0, "old0"));
            append(master, message("T", 1, "old1"));
            append(master, message("T", 0, "old2"));
            append(master, message("Other", 0, "x"));
            copyLog(master, slave);
            assertThat(bodies(slave, "T", 0, 0)).containsExactly("old0", "old2");
            master.admin().deleteTopic("T");
            deletedAt = master.admin().deletedTopics().get("T");
            append(master, message("T", 0, "new0"));
            append(master, message("T", 2, "new1"));
            append(master, message("Other", 0, "y"));
            copyLog(master, slave);
            slave.admin().deleteTopicBefore("T", deletedAt);
            settle(slave);
            assertThat(bodies(slave, "T", 0, 0)).containsExactly("new0");
            assertThat(bodies(slave, "T", 2, 0)).containsExactly("new1");
            assertThat(slave.admin().queueIds("T")).containsExactly(0, 2);
            assertThat(bodies(slave, "Other", 0, 0)).containsExactly("x", "y");
            slave.admin().deleteTopicBefore("T", deletedAt);
            assertThat(bodies(slave, "T", 0, 0)).as("done already").containsExactly("new0");
        }
        StoreFiles.deleteTree(dir.resolve("slave").resolve("consumequeue"));
        try (MessageStore slave = StoreFixture.open(dir.resolve("slave"))) {
            assertThat(slave.admin().deletedTopics()).containsEntry("T", deletedAt);
            assertThat(bodies(slave, "T", 0, 0)).containsExactly("new0");
            assertThat(slave.admin().queueIds("T")).containsExactly(0, 2);
        }
    }

    private static void copyLog(MessageStore from, MessageStore to) {
        settle(from);
        long at = to.log().logEndOffset();
        while (at < from.log().logEndOffset()) {
            try (LogSlices slice = from.rawLog().rawSlice(at, 1 << 20)) {
                at = to.rawLog().appendRaw(at, slice.buffers().get(0));
            }
        }
        settle(to);
    }

    @Test
    @DisplayName("UP-146: topics and queues are listed from the store alone")
    void up146_shouldListTopicsFromTheLog() throws Exception {
        try (MessageStore store = StoreFixture.open(dir)) {
            append(store, message("A", 0, "x"));
            append(store, message("A", 5, "x"));
            append(store, message("B", 1, "x"));
            settle(store);
        }
        StoreFiles.deleteTree(dir.resolve("consumequeue"));
        try (MessageStore store = StoreFixture.open(dir)) {
            assertThat(store.admin().topics()).containsExactly("A", "B");
            assertThat(store.admin().queueIds("A")).containsExactly(0, 5);
        }
    }

    @Test
    @DisplayName("UP-009: newest messages from the future are a warning, and new ones get the present time")
    void up009_shouldStartAfterTheClockWasInTheFuture() {
        AtomicLong nowMs = new AtomicLong(System.currentTimeMillis() + 20 * 365 * 24 * 3_600_000L);
        try (MessageStore store = StoreFixture.open(StoreFixture.config(dir), nowMs, StorePlatform.real())) {
            append(store, message("A", 0, "future"));
            nowMs.addAndGet(-5000);
            Appended earlier = append(store, message("A", 0, "never back while it runs"));
            assertThat(earlier.storeTimestampMs()).isEqualTo(nowMs.get() + 5000);
        }
        nowMs.set(System.currentTimeMillis());
        try (MessageStore store = StoreFixture.open(StoreFixture.config(dir), nowMs, StorePlatform.real())) {
            assertThat(append(store, message("A", 0, "present")).storeTimestampMs())
                    .isEqualTo(nowMs.get());
            settle(store);
            assertThat(bodies(store, "A", 0, 0)).hasSize(3);
        }
    }

    @Test
    void shouldKeepMoreQueuesThanItMaps() {
        int queues = 60;
        var config = StoreFixture.config(dir).withFiles(StoreFixture.SMALL.withMappedQueueFilesMax(8));
        try (MessageStore store = StoreFixture.open(config)) {
            for (int i = 0; i < 3 * queues; i++) {
                append(store, message("Many", i % queues, "m" + i));
            }
            settle(store);
            for (int queueId = 0; queueId < queues; queueId += 3) {
                assertThat(bodies(store, "Many", queueId, 0))
                        .containsExactly("m" + queueId, "m" + (queueId + queues), "m" + (queueId + 2 * queues));
            }
        }
        try (MessageStore store = StoreFixture.open(config)) {
            assertThat(store.admin().queueIds("Many")).hasSize(queues);
            assertThat(append(store, message("Many", 33, "next")).queueOffset()).isEqualTo(3);
        }
    }

    @Test
    void shouldRefuseWhatDoesNotFitAndStoreNothingOfIt() {
        try (MessageStore store = StoreFixture.open(dir)) {
            assertRefused(store, Refusal.TOPIC_TOO_LONG, message("t".repeat(128), 0, "x"), 128, 127);
            assertRefused(store, Refusal.QUEUE_ID_ILLEGAL, message("T", -1, "x"), -1, (1 << 20) - 1);
            assertRefused(store, Refusal.MESSAGE_TOO_LARGE, message("T", 0, 0, new byte[5 << 20]), 5 << 20, 4 << 20);
            assertRefused(store, Refusal.MESSAGE_TOO_LARGE, message("T", 0, 0, new byte[65_500]), 65_592, 65_528);
            assertRefused(
                    store, Refusal.PROPERTIES_TOO_LARGE, message("T", 0, "x", "k", "v".repeat(32_767)), 32_770, 32_767);
            assertThat(store.log().logEndOffset()).isZero();
            assertThat(store.admin().topics()).isEmpty();
        }
    }

    private static void assertRefused(
            MessageStore store, Refusal reason, MessageToStore message, long found, long limit) {
        assertThat(store.append(message)).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(reason);
            assertThat(refused.found()).isEqualTo(found);
            assertThat(refused.limit()).isEqualTo(limit);
            assertThat(refused.text()).contains(Long.toString(found), Long.toString(limit));
        });
    }

    @Test
    void shouldStoreABatchAsRecordsOfTheirOwn() {
        try (MessageStore store = StoreFixture.open(dir)) {
            Appended appended = (Appended) store.appendBatch(
                    Batches.of("T", 0, List.of("a", "bb", "ccc"), TestMessages.properties("CLUSTER", "c")));
            assertThat(appended.count()).isEqualTo(3);
            assertThat(appended.physicalOffsets()).hasSize(3).startsWith(0);
            assertThat(appended.logEndOffset()).isEqualTo(appended.sizeBytes());
            settle(store);
            try (ReadResult result = store.queues().read("T", 0, 1, 1, 1 << 20, EntryFilter.ALL)) {
                assertThat(bodies(result.records())).containsExactly("bb");
            }
        }
    }

    @Test
    void shouldRefuseBrokenBatchesWhole() {
        byte[] good = Batches.unit(new byte[] {1}, new byte[0]);
        List<byte[]> broken = new ArrayList<>();
        broken.add(new byte[0]);
        broken.add(Arrays.copyOf(good, good.length - 1));
        broken.add(Arrays.copyOf(good, good.length + 5));
        for (int field : new int[] {0, 16}) {
            for (int value : new int[] {-1, 0, Integer.MAX_VALUE}) {
                byte[] two = Arrays.copyOf(good, 2 * good.length);
                System.arraycopy(good, 0, two, good.length, good.length);
                ByteBuffer.wrap(two).putInt(good.length + field, value);
                broken.add(two);
            }
        }
        try (MessageStore store = StoreFixture.open(dir)) {
            for (byte[] units : broken) {
                assertThat(store.appendBatch(Batches.of("T", 0, units, PropertyBytes.EMPTY)))
                        .isInstanceOfSatisfying(Refused.class, refused -> assertThat(refused.reason())
                                .isEqualTo(Refusal.BATCH_ILLEGAL));
            }
            assertThat(store.log().logEndOffset()).isZero();
        }
    }
}
