package io.ferrymq.store.retention;

import static io.ferrymq.store.testing.StoreFixture.append;
import static io.ferrymq.store.testing.StoreFixture.bodies;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.store.AppendResult;
import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.AppendResult.Refusal;
import io.ferrymq.store.AppendResult.Refused;
import io.ferrymq.store.DiskUse;
import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.ReadStatus;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.config.RetentionPolicy;
import io.ferrymq.store.engine.StorePlatform;
import io.ferrymq.store.file.SpaceClaim;
import io.ferrymq.store.file.ZeroFill;
import io.ferrymq.store.testing.StoreFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk fills and empties; files expire. */
class SpaceTest {
    private static final long DAY_MS = 24 * 3_600_000L;

    @TempDir
    Path dir;

    private final AtomicLong nowMs = new AtomicLong(100 * DAY_MS);
    private final AtomicInteger usedPercent = new AtomicInteger(50);
    private final AtomicLong freeBytes = new AtomicLong(1 << 20);
    private final DiskGauge gauge =
            path -> new DiskUse(path, freeBytes.get() * 100 / (100 - usedPercent.get()), freeBytes.get());

    private StoreConfig config(RetentionPolicy policy) {
        return StoreFixture.config(dir).withRetention(policy.withIntervalsMs(10, 3_600_000));
    }

    private MessageStore open(StorePlatform platform) {
        return StoreFixture.open(config(RetentionPolicy.DEFAULT), nowMs, platform.withGauge(gauge));
    }

    private static Refused refused(AppendResult result) {
        assertThat(result).isInstanceOf(Refused.class);
        return (Refused) result;
    }

    @Test
    @DisplayName("UP-140: no space for the log refuses sends, reads go on, and sends go on by themselves")
    void up140_shouldRefuseAndResumeWhenTheLogFindsNoSpace() {
        AtomicBoolean full = new AtomicBoolean();
        SpaceClaim real = new ZeroFill();
        SpaceClaim space = (channel, from, to) -> {
            if (full.get()) {
                throw new IOException("No space left on device");
            }
            real.claim(channel, from, to);
        };
        try (MessageStore store = open(StorePlatform.real().withSpace(space))) {
            int sent = 0;
            full.set(true);
            AppendResult result = store.append(message("TopicA", 0, 0, new byte[1000]));
            while (result instanceof Appended) {
                sent++;
                store.dispatch();
                result = store.append(message("TopicA", 0, 0, new byte[1000]));
            }
            assertThat(refused(result).reason()).isEqualTo(Refusal.DISK_FULL);
            assertThat(refused(result).text()).contains("No space left on device");
            full.set(false);
            await().until(() -> store.append(message("TopicA", 0, 0, new byte[1000])) instanceof Appended);
            store.dispatch();
            int expected = sent + 1;
            await().untilAsserted(() ->
                    assertThat(store.queues().maxOffset("TopicA", 0)).isEqualTo(expected));
            assertThat(bodies(store, "TopicA", 0, 0)).hasSize(expected);
        }
    }

    @Test
    void shouldNotWaitForTheLogWhileASlowDiskHoldsAnotherAppend() throws Exception {
        CountDownLatch slowDisk = new CountDownLatch(1);
        SpaceClaim real = new ZeroFill();
        SpaceClaim slow = (channel, from, to) -> {
            try {
                slowDisk.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            real.claim(channel, from, to);
        };
        StoreConfig config = config(RetentionPolicy.DEFAULT);
        StoreConfig impatient = config.withWrites(config.writes().withLockWaitMaxMs(20));
        try (MessageStore store =
                StoreFixture.open(impatient, nowMs, StorePlatform.real().withSpace(slow))) {
            assertThat(store.appendHeldMs()).isZero();
            CompletableFuture<AppendResult> first =
                    CompletableFuture.supplyAsync(() -> store.append(message("TopicA", 0, "m0")));
            await().until(() -> store.appendHeldMs() > 0);
            Refused refused = refused(store.append(message("TopicA", 0, "m1")));
            assertThat(refused.reason()).isEqualTo(Refusal.BUSY);
            assertThat(refused.found()).isGreaterThanOrEqualTo(20);
            assertThat(refused.text()).contains("waited 20 ms (osPageCacheBusyTimeOutMills)");
            slowDisk.countDown();
            assertThat(first.get(20, TimeUnit.SECONDS)).isInstanceOf(Appended.class);
            await().until(() -> store.append(message("TopicA", 0, "m1")) instanceof Appended);
            StoreFixture.settle(store);
            assertThat(bodies(store, "TopicA", 0, 0)).containsExactly("m0", "m1");
        }
    }

    @Test
    void shouldRefuseSendsWhileQueuesFindNoSpaceAndCompleteThemLater() {
        AtomicBoolean full = new AtomicBoolean();
        SpaceClaim real = new ZeroFill();
        SpaceClaim space = (channel, from, to) -> {
            // Only queue files are that small.
            if (full.get() && to <= StoreFixture.QUEUE_FILE_BYTES) {
                throw new IOException("No space left on device");
            }
            real.claim(channel, from, to);
        };
        try (MessageStore store = open(StorePlatform.real().withSpace(space))) {
            append(store, message("TopicA", 0, "m0"));
            full.set(true);
            append(store, message("TopicB", 0, "n0"));
            store.dispatch();
            await().until(() -> store.admin().facts().notWritableReason() != null);
            Refused refused = refused(store.append(message("TopicA", 0, "no")));
            assertThat(refused.reason()).isEqualTo(Refusal.DISK_FULL);
            assertThat(refused.text()).contains("consume queues");
            full.set(false);
            await().until(() -> store.append(message("TopicA", 0, "m1")) instanceof Appended);
            StoreFixture.settle(store);
            assertThat(bodies(store, "TopicA", 0, 0)).containsExactly("m0", "m1");
            assertThat(bodies(store, "TopicB", 0, 0)).containsExactly("n0");
        }
    }

    @Test
    @DisplayName(
            "UP-162, UP-164: the limit counts percent and free bytes, is looked at by itself, and says all figures")
    void up162_up164_shouldRefuseAboveTheLimitOnly() {
        try (MessageStore store = open(StorePlatform.real())) {
            append(store, message("TopicA", 0, "x"));
            StoreFixture.settle(store);
            usedPercent.set(95);
            await().until(() -> store.admin().facts().notWritableReason() != null);
            Refused refused = refused(store.append(message("TopicA", 0, "y")));
            assertThat(refused.reason()).isEqualTo(Refusal.DISK_FULL);
            assertThat(refused.text())
                    .contains(
                            dir.toString(), "95 % used", "1 MiB free", "90 %", "diskSpaceWarningLevelRatio", "deleted");
            assertThat(bodies(store, "TopicA", 0, 0)).containsExactly("x");
            usedPercent.set(70);
            await().until(() -> store.append(message("TopicA", 0, "y")) instanceof Appended);
            // 95 % of a large disk leave room enough.
            freeBytes.set(100L << 30);
            usedPercent.set(95);
            new DiskWatch(() -> RetentionPolicy.DEFAULT, gauge, dir, text -> assertThat(text)
                            .isNull())
                    .check();
        }
    }

    private void fillFiles(MessageStore store, int files) {
        for (int i = 0; i < files; i++) {
            append(store, message("TopicA", 0, 0, new byte[40_000], "KEYS", "k" + i));
        }
        StoreFixture.settle(store);
    }

    @Test
    @DisplayName("UP-144: a queue of which nothing is left begins at its end, at once and after a start")
    void up144_shouldBeginAtTheEndWhenNothingIsLeft() {
        try (MessageStore store = open(StorePlatform.real())) {
            append(store, message("Quiet", 0, "a"));
            append(store, message("Quiet", 0, "b"));
            fillFiles(store, 3);
            nowMs.addAndGet(4 * DAY_MS);
            assertThat(store.admin().deleteExpiredFiles()).isPositive();
            assertBeginsAtItsEnd(store);
        }
        try (MessageStore store = open(StorePlatform.real())) {
            assertBeginsAtItsEnd(store);
            assertThat(append(store, message("Quiet", 0, "c")).queueOffset()).isEqualTo(2);
            StoreFixture.settle(store);
            assertThat(bodies(store, "Quiet", 0, 2)).containsExactly("c");
        }
    }

    private static void assertBeginsAtItsEnd(MessageStore store) {
        assertThat(store.queues().minOffset("Quiet", 0)).isEqualTo(2);
        assertThat(store.queues().maxOffset("Quiet", 0)).isEqualTo(2);
        try (ReadResult result = store.queues().read("Quiet", 0, 0, 1, 1, EntryFilter.ALL)) {
            assertThat(result.status()).isEqualTo(ReadStatus.OFFSET_TOO_SMALL);
            assertThat(result.nextBeginOffset()).isEqualTo(2);
        }
    }

    @Test
    void shouldDeleteExpiredFilesAndTrimWhatLedToThem() {
        try (MessageStore store = open(StorePlatform.real())) {
            fillFiles(store, 5);
            nowMs.addAndGet(2 * DAY_MS);
            fillFiles(store, 3);
            assertThat(store.admin().deleteExpiredFiles()).isZero();
            nowMs.addAndGet(DAY_MS);
            try (ReadResult held = store.queues().read("TopicA", 0, 0, 1, 1, EntryFilter.ALL)) {
                // The file's last message is as old as the first of the next file at most.
                assertThat(store.admin().deleteExpiredFiles()).isEqualTo(4);
                assertThat(bodies(held.records())).as("a reader keeps its file").hasSize(1);
            }
            assertThat(store.log().minPhysicalOffset()).isEqualTo(4L * StoreFixture.SEGMENT_BYTES);
            assertThat(store.queues().minOffset("TopicA", 0)).isEqualTo(4);
            try (ReadResult result = store.queues().read("TopicA", 0, 0, 1, 1, EntryFilter.ALL)) {
                assertThat(result.status()).isEqualTo(ReadStatus.OFFSET_TOO_SMALL);
                assertThat(result.nextBeginOffset()).isEqualTo(4);
            }
        }
        try (MessageStore store = open(StorePlatform.real())) {
            assertThat(store.queues().minOffset("TopicA", 0)).isEqualTo(4);
            assertThat(bodies(store, "TopicA", 0, 4)).hasSize(4);
            assertThat(append(store, message("TopicA", 0, "x")).queueOffset()).isEqualTo(8);
        }
    }

    @Test
    void shouldDeleteByANewPolicyWithoutARestart() {
        RetentionPolicy atAnyHour = new RetentionPolicy(
                3 * DAY_MS,
                IntStream.range(0, 24).boxed().collect(Collectors.toSet()),
                75,
                85,
                90,
                false,
                0,
                1000,
                10,
                10);
        StoreConfig config = StoreFixture.config(dir).withRetention(atAnyHour);
        try (MessageStore store =
                StoreFixture.open(config, nowMs, StorePlatform.real().withGauge(gauge))) {
            fillFiles(store, 5);
            nowMs.addAndGet(2 * DAY_MS);
            fillFiles(store, 1);
            assertThat(store.log().minPhysicalOffset()).as("not expired yet").isZero();
            store.admin().retain(atAnyHour.withReservedMs(DAY_MS));
            await().untilAsserted(() ->
                    assertThat(store.log().minPhysicalOffset()).isEqualTo(4L * StoreFixture.SEGMENT_BYTES));
        }
    }

    @Test
    void shouldTakeBodiesByANewLimitWithoutARestart() {
        try (MessageStore store = open(StorePlatform.real())) {
            store.admin().limitBodies(100);
            Refused refused = refused(store.append(message("TopicA", 0, 0, new byte[101])));
            assertThat(refused.text()).isEqualTo("body has 101 bytes, at most 100 (maxMessageSize)");
            store.admin().limitBodies(101);
            append(store, message("TopicA", 0, 0, new byte[101]));
        }
    }

    @Test
    @DisplayName("UP-106, UP-163: pinned files stay, and unexpired ones go only under pressure that the setting allows")
    void up106_up163_shouldDeleteUnexpiredFilesOnlyUnderPressure() {
        RetentionPolicy never = new RetentionPolicy(DAY_MS, Set.of(), 75, 85, 90, false, 0, 1000, 1000, 100);
        RetentionPolicy forced = new RetentionPolicy(DAY_MS, Set.of(), 75, 85, 90, true, 0, 1000, 1000, 2);
        AtomicLong floor = new AtomicLong(0);
        try (MessageStore store = open(StorePlatform.real())) {
            fillFiles(store, 6);
        }
        var segments = io.ferrymq.store.log.Segments.load(dir.resolve("commitlog"), StoreFixture.SEGMENT_BYTES);
        long end = segments.last().end();
        AtomicLong trimmedTo = new AtomicLong();
        Retention gentle = new Retention(() -> never, segments, gauge, () -> end, floor::get, trimmedTo::set);
        usedPercent.set(89);
        assertThat(gentle.clean(nowMs.get())).as("nothing has expired").isZero();
        nowMs.addAndGet(2 * DAY_MS);
        assertThat(gentle.clean(nowMs.get())).as("pinned").isZero();
        floor.set(2L * StoreFixture.SEGMENT_BYTES);
        assertThat(gentle.clean(nowMs.get())).as("expired, not pinned").isEqualTo(2);
        nowMs.addAndGet(-2 * DAY_MS);
        Retention hard = new Retention(() -> forced, segments, gauge, () -> end, () -> Long.MAX_VALUE, trimmedTo::set);
        assertThat(hard.clean(nowMs.get())).as("under pressure, a batch").isEqualTo(2);
        assertThat(hard.clean(nowMs.get())).as("never the last").isEqualTo(1);
        assertThat(trimmedTo.get()).isEqualTo(5L * StoreFixture.SEGMENT_BYTES);
        segments.close();
    }
}
