package io.ferrymq.store.engine;

import io.ferrymq.store.dispatch.TagsCodes;
import io.ferrymq.store.index.KeyIndex;
import io.ferrymq.store.log.Segments;
import io.ferrymq.store.queue.QueueTable;
import io.ferrymq.store.recovery.Tombstones;

/** What is loaded from disk before the store runs. */
record StoreParts(Segments segments, QueueTable queues, KeyIndex index, TagsCodes tagsCodes, Tombstones tombstones) {
    void close() {
        queues.close();
        index.close();
        segments.close();
    }
}
