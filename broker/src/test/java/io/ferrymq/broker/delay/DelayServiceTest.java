package io.ferrymq.broker.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.record.StoredRecord;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.topic.TopicValidator;
import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.HostBytes;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreHooks;
import io.ferrymq.store.config.FileSizes;
import io.ferrymq.store.config.WriteLimits;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delivery over a real store, at times that the test sets. */
class DelayServiceTest {
    private static final HostBytes HOST = HostBytes.of(InetAddress.getLoopbackAddress(), 1);
    private static final DelayLevels LEVELS = DelayLevels.parse("1s 10s");
    private static final long START_MS = 1_700_000_000_000L;

    @TempDir
    private Path dir;

    private final AtomicLong nowMs = new AtomicLong(START_MS);
    private MessageStore store;
    private DelayOffsets offsets;
    private DelayService service;

    @BeforeEach
    void open() {
        FileSizes sizes = FileSizes.DEFAULT.withLogSegmentBytes(64 << 20).withIndex(100, 200);
        store = MessageStore.open(
                StoreConfig.defaults(dir)
                        .withFiles(sizes)
                        .withWrites(WriteLimits.DEFAULT.withDelayLevelsMs(LEVELS.delaysMs())),
                nowMs::get,
                StoreHooks.none());
        offsets = DelayOffsets.load(dir.resolve("config"), nowMs::get);
        service = new DelayService(store, LEVELS.delaysMs(), offsets, nowMs::get);
    }

    @AfterEach
    void close() {
        service.close();
        store.close();
    }

    private void put(int level, int number) {
        put(Map.of("DELAY", Integer.toString(level)), number);
    }

    private void put(Map<String, String> properties, int number) {
        MessageToStore message = new MessageToStore(
                "T",
                3,
                5,
                0,
                nowMs.get(),
                HOST,
                HOST,
                0,
                0,
                ByteBuffer.allocate(4).putInt(0, number),
                PropertyBytes.of(properties));
        assertThat(store.append(LEVELS.schedule(message))).isInstanceOf(Appended.class);
        store.dispatch();
    }

    private long delivered() {
        return store.queues().maxOffset("T", 3);
    }

    @Test
    void shouldDeliverNothingBeforeItsTimeAndAllAtIt() {
        put(1, 1);
        put(2, 2);
        assertThat(service.deliverDue(START_MS + 999)).isEqualTo(START_MS + 1_000);
        assertThat(delivered()).isZero();
        assertThat(service.deliverDue(START_MS + 1_000)).isLessThanOrEqualTo(START_MS + 10_000);
        assertThat(delivered()).isEqualTo(1);
        assertThat(service.deliverDue(START_MS + 1_001)).isEqualTo(START_MS + 10_000);
        service.deliverDue(START_MS + 10_000);
        assertThat(delivered()).isEqualTo(2);
        assertThat(service.deliverDue(START_MS + 10_000)).isEqualTo(LevelQueue.NEVER);
    }

    @Test
    void shouldSleepForGoodWhenNothingWaits() {
        assertThat(service.deliverDue(START_MS)).isEqualTo(LevelQueue.NEVER);
    }

    @Test
    void shouldTreatATimeBeyondTheLevelAsDueNow() {
        put(2, 1);
        nowMs.addAndGet(-3_600_000);
        service.deliverDue(nowMs.get());
        assertThat(delivered()).isEqualTo(1);
    }

    @Test
    void shouldKeepFlagBodyAndOrigin() {
        put(1, 42);
        service.deliverDue(START_MS + 1_000);
        try (ReadResult read = store.queues().read("T", 3, 0, 32, 1 << 20, EntryFilter.ALL)) {
            ByteBuffer record = read.records().buffers().get(0);
            StoredRecord found = StoredRecord.read(record);
            assertThat(found.topic()).isEqualTo("T");
            assertThat(found.flag()).isEqualTo(5);
            assertThat(found.body().getInt(0)).isEqualTo(42);
            assertThat(found.properties().get("REAL_TOPIC")).isEqualTo("T");
            assertThat(found.storeHost()).isEqualTo(HOST);
        }
    }

    @Test
    void shouldLeaveOutWhatBelongsToNoTopic() {
        Map<String, String> properties = new HashMap<>();
        properties.put("REAL_TOPIC", TopicValidator.RMQ_SYS_TRANS_HALF_TOPIC);
        store.append(new MessageToStore(
                TopicValidator.RMQ_SYS_SCHEDULE_TOPIC,
                0,
                0,
                0,
                START_MS,
                HOST,
                HOST,
                0,
                0,
                ByteBuffer.allocate(1),
                PropertyBytes.of(properties)));
        put(1, 1);
        service.deliverDue(START_MS + 1_000);
        assertThat(delivered()).isEqualTo(1);
        assertThat(store.queues().maxOffset(TopicValidator.RMQ_SYS_TRANS_HALF_TOPIC, 0))
                .isZero();
    }

    @Test
    void shouldDeliverAHundredThousandThatAreDueAtOnce() {
        for (int i = 0; i < 100_000; i++) {
            put(1, i);
        }
        nowMs.addAndGet(1_000);
        service.start(10_000);
        await().atMost(Duration.ofSeconds(60)).until(() -> delivered() == 100_000);
    }

    @Test
    void shouldWakeByAMessageThatIsDueEarlier() {
        service.start(10_000);
        put(2, 1);
        service.onArrival(TopicValidator.RMQ_SYS_SCHEDULE_TOPIC, 1, 1, nowMs.get() + 10_000, nowMs.get(), 0);
        put(1, 2);
        nowMs.addAndGet(1_000);
        service.onArrival(TopicValidator.RMQ_SYS_SCHEDULE_TOPIC, 0, 1, nowMs.get(), nowMs.get(), 0);
        await().atMost(Duration.ofSeconds(20)).until(() -> delivered() == 1);
    }

    @Test
    void shouldGoOnWhereItWas() {
        put(1, 1);
        service.deliverDue(START_MS + 1_000);
        service.close();
        offsets = DelayOffsets.load(dir.resolve("config"), nowMs::get);
        assertThat(offsets.toWrapper().offsetTable()).isEqualTo(Map.of(1, 1L));
        service = new DelayService(store, LEVELS.delaysMs(), offsets, nowMs::get);
        service.deliverDue(START_MS + 1_000);
        assertThat(delivered()).isEqualTo(1);
    }

    @Test
    void shouldComeBackIntoItsQueueFromOutside() {
        put(1, 1);
        offsets.put(1, 1_000);
        service.deliverDue(START_MS + 1_000);
        assertThat(offsets.get(1)).isEqualTo(1);
        assertThat(List.copyOf(offsets.toWrapper().offsetTable().values())).containsExactly(1L);
    }
}
