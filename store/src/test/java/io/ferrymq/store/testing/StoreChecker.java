package io.ferrymq.store.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.LogSlices;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.QueueEntry;
import io.ferrymq.store.log.RecordView;
import java.util.List;

/** Checks that each queue is dense and that each of its entries leads to the message of that topic, queue and offset. */
public final class StoreChecker {
    private static final int STEP = 1000;

    private StoreChecker() {}

    /** Returns how many entries were checked. */
    public static long check(MessageStore store) {
        long checked = 0;
        for (String topic : store.admin().topics()) {
            for (int queueId : store.admin().queueIds(topic)) {
                checked += checkQueue(store, topic, queueId);
            }
        }
        return checked;
    }

    private static long checkQueue(MessageStore store, String topic, int queueId) {
        long min = store.queues().minOffset(topic, queueId);
        long max = store.queues().maxOffset(topic, queueId);
        for (long at = min; at < max; at += STEP) {
            List<QueueEntry> entries = store.queues().entries(topic, queueId, at, STEP);
            assertThat(entries)
                    .as("%s/%d from %d to %d", topic, queueId, at, max)
                    .hasSize((int) Math.min(STEP, max - at));
            for (QueueEntry entry : entries) {
                checkEntry(store, topic, queueId, entry);
            }
        }
        return max - min;
    }

    private static void checkEntry(MessageStore store, String topic, int queueId, QueueEntry entry) {
        try (LogSlices record = store.log().recordAt(entry.physicalOffset())) {
            assertThat(record.messageCount())
                    .as("record of %s/%d %s", topic, queueId, entry)
                    .isEqualTo(1);
            assertThat(record.totalBytes()).isEqualTo(entry.sizeBytes());
            RecordView view = new RecordView().at(record.buffers().get(0), 0);
            assertThat(view.topic()).isEqualTo(topic);
            assertThat(view.queueId()).isEqualTo(queueId);
            assertThat(view.queueOffset()).isEqualTo(entry.queueOffset());
            assertThat(view.physicalOffset()).isEqualTo(entry.physicalOffset());
        }
    }
}
