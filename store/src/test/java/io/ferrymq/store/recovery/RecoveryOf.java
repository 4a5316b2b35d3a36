package io.ferrymq.store.recovery;

import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreHooks;
import io.ferrymq.store.dispatch.Derivation;
import io.ferrymq.store.dispatch.Extender;
import io.ferrymq.store.dispatch.LogCatchUp;
import io.ferrymq.store.dispatch.TagsCodes;
import io.ferrymq.store.file.ZeroFill;
import io.ferrymq.store.index.KeyIndex;
import io.ferrymq.store.log.LogScanner;
import io.ferrymq.store.log.Segments;
import io.ferrymq.store.queue.Extensions;
import io.ferrymq.store.queue.MappedQueueFiles;
import io.ferrymq.store.queue.QueueTable;

/** Recovery alone, without a store that starts behind it. */
final class RecoveryOf {
    private RecoveryOf() {}

    static StoreRecovery.Outcome store(StoreConfig config) {
        Segments segments = Segments.load(config.commitLogDir(), config.files().logSegmentBytes());
        MappedQueueFiles mapped = new MappedQueueFiles(64);
        QueueTable queues = new QueueTable(
                config.rootDir().resolve("consumequeue"),
                config.files().queueFileBytes(),
                mapped,
                new ZeroFill(),
                new Extensions(config.rootDir().resolve("consumequeue_ext"), 0, mapped, new ZeroFill()));
        KeyIndex index = new KeyIndex(
                config.rootDir().resolve("index"),
                config.files().indexSlots(),
                config.files().indexEntries(),
                new ZeroFill());
        try {
            Tombstones tombstones = new Tombstones(config.rootDir());
            LogCatchUp catchUp = new LogCatchUp(
                    new LogScanner(segments),
                    queues,
                    new TagsCodes(config.writes().delayLevelsMs()),
                    new Derivation(index, true, StoreHooks.none().arrivals(), Extender.none(), 0),
                    tombstones);
            return new StoreRecovery(config.rootDir(), segments, queues, index, true, catchUp, tombstones, false).run();
        } finally {
            queues.close();
            index.close();
            segments.close();
        }
    }
}
