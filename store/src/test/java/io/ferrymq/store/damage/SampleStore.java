package io.ferrymq.store.damage;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.KeyQueryResult;
import io.ferrymq.store.LogSlices;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.log.RecordView;
import io.ferrymq.store.testing.StoreFixture;
import io.ferrymq.store.testing.TestMessages;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A store with several files of each kind, cleanly stopped, with a copy of an earlier time; what is in it, and whether a store serves it. */
final class SampleStore {
    private static final String TOPIC = "TopicA";
    private static final String DELETED = "TopicX";
    private static final int MESSAGES = 700;
    private static final int OLDER_AT = 300;
    private static final int KEYS_ASKED_EACH = 7;

    private final Path dir;
    private final Path older;
    private final List<Sent> sent = new ArrayList<>();

    private SampleStore(Path dir, Path older) {
        this.dir = dir;
        this.older = older;
    }

    /** One message: its place, and the bytes of its record. */
    record Sent(int queueId, long queueOffset, long physicalOffset, String body, String key, byte[] record) {
        String place() {
            return queueId + "/" + queueOffset;
        }
    }

    static StoreConfig config(Path dir) {
        return StoreFixture.config(dir).withFiles(StoreFixture.SMALL.withIndex(100, 300));
    }

    static SampleStore make(Path dir, Path older) throws IOException {
        SampleStore sample = new SampleStore(dir, older);
        sample.fill(0, OLDER_AT, true);
        copyTree(dir, older);
        sample.fill(OLDER_AT, MESSAGES, false);
        sample.sent.replaceAll(sample::withRecord);
        return sample;
    }

    private void fill(int from, int to, boolean deleting) {
        try (MessageStore store = StoreFixture.open(config(dir))) {
            for (int i = from; i < to; i++) {
                String body = "body-" + i + "-" + "x".repeat(100 + i % 90);
                int queueId = i % 5 == 0 ? 1 : 0;
                Appended appended = StoreFixture.append(
                        store, TestMessages.message(TOPIC, queueId, body, "TAGS", "t", "KEYS", "key" + i));
                sent.add(new Sent(
                        queueId,
                        appended.queueOffset(),
                        appended.physicalOffset(),
                        body,
                        "key" + i,
                        new byte[appended.sizeBytes()]));
                if (deleting && i % 50 == 0) {
                    StoreFixture.append(store, TestMessages.message(DELETED, 0, "deleted-" + i, "KEYS", "gone" + i));
                }
                StoreFixture.settle(store);
            }
            if (deleting) {
                store.admin().deleteTopic(DELETED);
            }
        }
    }

    private Sent withRecord(Sent message) {
        return new Sent(
                message.queueId,
                message.queueOffset,
                message.physicalOffset,
                message.body,
                message.key,
                read(dir, message.physicalOffset, message.record.length));
    }

    private static byte[] read(Path dir, long address, int length) {
        long base = address - address % StoreFixture.SEGMENT_BYTES;
        Path file = dir.resolve("commitlog").resolve(String.format("%020d", base));
        byte[] bytes = new byte[length];
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
            access.seek(address - base);
            access.readFully(bytes);
            return bytes;
        } catch (IOException gone) {
            return new byte[0];
        }
    }

    Path older() {
        return older;
    }

    void copyTo(Path target) throws IOException {
        copyTree(dir, target);
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    static void deleteTree(Path dir) throws IOException {
        try (Stream<Path> all = Files.walk(dir)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** Files below a directory and their lengths; but for the lock, which is taken before anything is looked at. */
    static Map<Path, Long> sizes(Path dir) throws IOException {
        Map<Path, Long> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(dir)) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
                if (!path.endsWith("lock")) {
                    found.put(path, Files.size(path));
                }
            }
        }
        return found;
    }

    /** The messages whose records a copy of this store still holds, byte for byte. */
    List<Sent> whole(Path copy) {
        return sent.stream()
                .filter(message ->
                        Arrays.equals(message.record, read(copy, message.physicalOffset, message.record.length)))
                .toList();
    }

    /** All that is whole is served, by queue and by key; what is not whole is not served. */
    void assertServes(MessageStore store, List<Sent> whole, boolean keysMayHide, boolean deletedStaysAway) {
        Map<String, Set<String>> served = new HashMap<>();
        for (int queueId = 0; queueId < 2; queueId++) {
            readQueue(store, queueId, served);
        }
        assertKnown(served, whole);
        for (Sent message : whole) {
            assertThat(served.getOrDefault(message.place(), Set.of()))
                    .as(
                            "offset %d of queue %d, record at %d",
                            message.queueOffset, message.queueId, message.physicalOffset)
                    .contains(message.body);
        }
        for (int i = 0; i < whole.size(); i += KEYS_ASKED_EACH) {
            Sent message = whole.get(i);
            try (KeyQueryResult found = store.log().queryByKey(TOPIC, message.key, 5, 0, Long.MAX_VALUE)) {
                List<String> bodies = StoreFixture.bodies(found.records());
                if (!keysMayHide || !bodies.isEmpty()) {
                    assertThat(bodies)
                            .as("%s, record at %d", message.key, message.physicalOffset)
                            .containsExactly(message.body);
                }
            }
        }
        if (deletedStaysAway) {
            assertThat(store.admin().topics()).as("deleted topics stay away").doesNotContain(DELETED);
        }
    }

    /** Nothing but what was sent is served; what is whole at its own place only. Queue id and offset of a record have no checksum. */
    private void assertKnown(Map<String, Set<String>> served, List<Sent> whole) {
        Set<String> bodies = sent.stream().map(Sent::body).collect(Collectors.toSet());
        Map<String, String> places = whole.stream().collect(Collectors.toMap(Sent::body, Sent::place));
        served.forEach((place, found) -> found.forEach(body -> {
            assertThat(bodies).as("served at %s", place).contains(body);
            assertThat(places.getOrDefault(body, place)).as("place of %s", body).isEqualTo(place);
        }));
    }

    private static void readQueue(MessageStore store, int queueId, Map<String, Set<String>> served) {
        long at = store.queues().minOffset(TOPIC, queueId);
        while (at < store.queues().maxOffset(TOPIC, queueId)) {
            try (ReadResult result = store.queues().read(TOPIC, queueId, at, 32, 1 << 20, EntryFilter.ALL)) {
                collect(result.records(), served);
                assertThat(result.nextBeginOffset()).isGreaterThan(at);
                at = result.nextBeginOffset();
            }
        }
    }

    private static void collect(LogSlices records, Map<String, Set<String>> served) {
        RecordView view = new RecordView();
        for (ByteBuffer buffer : records.buffers()) {
            for (int at = 0; at < buffer.limit(); at += view.totalSize()) {
                view.at(buffer, at);
                String body = StandardCharsets.UTF_8.decode(view.bodySlice()).toString();
                served.computeIfAbsent(view.queueId() + "/" + view.queueOffset(), place -> new HashSet<>())
                        .add(body);
            }
        }
    }
}
