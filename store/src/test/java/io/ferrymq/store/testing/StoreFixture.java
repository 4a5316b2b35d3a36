package io.ferrymq.store.testing;

import static org.awaitility.Awaitility.await;

import io.ferrymq.common.Clock;
import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.LogSlices;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreHooks;
import io.ferrymq.store.config.FileSizes;
import io.ferrymq.store.config.FlushPolicy;
import io.ferrymq.store.config.RetentionPolicy;
import io.ferrymq.store.engine.StoreEngine;
import io.ferrymq.store.engine.StorePlatform;
import io.ferrymq.store.log.RecordView;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A store with small files, and short ways to use it. */
public final class StoreFixture {
    public static final int SEGMENT_BYTES = 64 * 1024;
    public static final int QUEUE_FILE_BYTES = 20 * 100;
    public static final FileSizes SMALL = FileSizes.DEFAULT
            .withLogSegmentBytes(SEGMENT_BYTES)
            .withQueueFileBytes(QUEUE_FILE_BYTES)
            .withIndex(1000, 5000)
            .withReserveStepBytes(16 * 1024)
            .withMappedQueueFilesMax(64);

    private StoreFixture() {}

    public static StoreConfig config(Path dir) {
        return StoreConfig.defaults(dir)
                .withFiles(SMALL)
                .withFlush(FlushPolicy.ASYNC)
                .withRetention(RetentionPolicy.DEFAULT.withIntervalsMs(1000, 3_600_000));
    }

    public static MessageStore open(Path dir) {
        return open(config(dir));
    }

    public static MessageStore open(StoreConfig config) {
        return MessageStore.open(config, Clock.system(), StoreHooks.none());
    }

    public static MessageStore open(StoreConfig config, AtomicLong nowMs, StorePlatform platform) {
        return StoreEngine.open(config, nowMs::get, StoreHooks.none(), platform);
    }

    public static Appended append(MessageStore store, MessageToStore message) {
        return (Appended) store.append(message);
    }

    /** Dispatches and waits for whoever dispatches at the same moment. */
    public static void settle(MessageStore store) {
        store.dispatch();
        if (store.admin().facts().dispatchBehindBytes() > 0) {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> store.admin().facts().dispatchBehindBytes() == 0);
        }
    }

    /** Bodies of a queue from an offset to its end, as consumers would read them. */
    public static List<String> bodies(MessageStore store, String topic, int queueId, long offset) {
        List<String> found = new ArrayList<>();
        long at = offset;
        while (at < store.queues().maxOffset(topic, queueId)) {
            try (ReadResult result = store.queues().read(topic, queueId, at, 32, 1 << 20, EntryFilter.ALL)) {
                found.addAll(bodies(result.records()));
                at = result.nextBeginOffset();
            }
        }
        return found;
    }

    public static List<String> bodies(LogSlices slices) {
        List<String> found = new ArrayList<>();
        RecordView view = new RecordView();
        for (ByteBuffer buffer : slices.buffers()) {
            for (int at = 0; at < buffer.limit(); at += view.totalSize()) {
                view.at(buffer, at);
                found.add(StandardCharsets.UTF_8.decode(view.bodySlice()).toString());
            }
        }
        return found;
    }
}
