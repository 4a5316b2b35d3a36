package io.ferrymq.store.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.KeyQueryResult;
import io.ferrymq.store.LogSlices;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.QueueEntry;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.power.Ledger.Kept;
import io.ferrymq.store.power.Ledger.Message;
import io.ferrymq.store.power.Ledger.Promises;
import io.ferrymq.store.testing.StoreFixture;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Holds a store that has come up against what was promised: all of it is there, at its place, and nothing that nobody sent. */
final class Auditor {
    private static final int KEYS_ASKED = 30;
    private static final int ENTRIES_A_STEP = 500;

    private final Ledger ledger;
    private final Promises promises;
    private final MessageStore store;
    private final Map<String, QueueEntry> entries = new HashMap<>();

    Auditor(Ledger ledger, Promises promises, MessageStore store) {
        this.ledger = ledger;
        this.promises = promises;
        this.store = store;
    }

    /** Returns what the store serves: whoever saw it must see it again. */
    List<Kept> audit(Random random) {
        long min = store.log().minPhysicalOffset();
        assertThat(min).as("begin of the log").isLessThanOrEqualTo(promises.minOffsetMax());
        List<Kept> served = readAll();
        List<Kept> due = promises.kept().stream()
                .filter(kept -> kept.physicalOffset() >= min)
                .filter(kept -> !promises.uncertain().contains(kept.message().topic()))
                .toList();
        due.forEach(this::assertThere);
        for (int i = 0; i < KEYS_ASKED && !due.isEmpty(); i++) {
            assertFoundByKey(due.get(random.nextInt(due.size())).message());
        }
        return served;
    }

    private static String place(String topic, int queueId, long queueOffset) {
        return topic + "/" + queueId + "/" + queueOffset;
    }

    private List<Kept> readAll() {
        List<Kept> served = new ArrayList<>();
        for (String topic : store.admin().topics()) {
            for (int queueId : store.admin().queueIds(topic)) {
                readQueue(topic, queueId, served);
            }
        }
        return served;
    }

    private void readQueue(String topic, int queueId, List<Kept> served) {
        long max = store.queues().maxOffset(topic, queueId);
        long at = store.queues().minOffset(topic, queueId);
        while (at < max) {
            List<QueueEntry> found = store.queues().entries(topic, queueId, at, ENTRIES_A_STEP);
            assertThat(found)
                    .as("entries of %s/%d at %d of %d", topic, queueId, at, max)
                    .isNotEmpty();
            for (QueueEntry entry : found) {
                assertThat(entry.queueOffset())
                        .as("dense offsets of %s/%d", topic, queueId)
                        .isEqualTo(at++);
                readEntry(topic, queueId, entry, served);
            }
        }
    }

    private void readEntry(String topic, int queueId, QueueEntry entry, List<Kept> served) {
        String place = place(topic, queueId, entry.queueOffset());
        if (entry.sizeBytes() == Integer.MAX_VALUE) {
            // An offset whose message was never promised and is lost.
            return;
        }
        String body;
        try (LogSlices record = store.log().recordAt(entry.physicalOffset())) {
            if (record.isEmpty()) {
                assertNotServed(topic, queueId, entry);
                return;
            }
            body = StoreFixture.bodies(record).get(0);
        }
        try (ReadResult read = store.queues().read(topic, queueId, entry.queueOffset(), 1, 1, EntryFilter.ALL)) {
            assertThat(StoreFixture.bodies(read.records()))
                    .as("read at %s", place)
                    .containsExactly(body);
        }
        Message message = ledger.tried(body);
        assertThat(message).as("somebody sent what is at %s: %s", place, body).isNotNull();
        assertThat(place(message.topic(), message.queueId(), 0))
                .as("the queue that it was sent to")
                .isEqualTo(place(topic, queueId, 0));
        assertThat(promises.dead().contains(body))
                .as("%s is of a deleted topic", place)
                .isFalse();
        entries.put(place, entry);
        served.add(new Kept(message, entry.queueOffset(), entry.physicalOffset()));
    }

    /** A torn record that nobody was promised keeps its offset, and shows itself to nobody. */
    private void assertNotServed(String topic, int queueId, QueueEntry entry) {
        try (ReadResult read = store.queues().read(topic, queueId, entry.queueOffset(), 1, 1, EntryFilter.ALL)) {
            for (String served : StoreFixture.bodies(read.records())) {
                assertThat(ledger.tried(served)).as("served from %s", entry).isNotNull();
            }
        }
    }

    private void assertThere(Kept kept) {
        Message message = kept.message();
        String place = place(message.topic(), message.queueId(), kept.queueOffset());
        QueueEntry entry = entries.get(place);
        assertThat(entry)
                .as(
                        "%s at %d has its entry; queue from %d to %d",
                        place,
                        kept.physicalOffset(),
                        store.queues().minOffset(message.topic(), message.queueId()),
                        store.queues().maxOffset(message.topic(), message.queueId()))
                .isNotNull();
        assertThat(entry.physicalOffset()).as("address of %s", place).isEqualTo(kept.physicalOffset());
        try (LogSlices record = store.log().recordAt(kept.physicalOffset())) {
            assertThat(StoreFixture.bodies(record)).as("record of %s", place).containsExactly(message.body());
        }
    }

    private void assertFoundByKey(Message message) {
        if (message.key() == null) {
            return;
        }
        try (KeyQueryResult found = store.log().queryByKey(message.topic(), message.key(), 5, 0, Long.MAX_VALUE)) {
            assertThat(StoreFixture.bodies(found.records()))
                    .as("by key %s of %s", message.key(), message.topic())
                    .containsExactly(message.body());
        }
    }
}
