package io.ferrymq.store.engine;

import static io.ferrymq.store.testing.StoreFixture.bodies;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.BatchToStore;
import io.ferrymq.store.KeyQueryResult;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.testing.Batches;
import io.ferrymq.store.testing.StoreFixture;
import io.ferrymq.store.testing.TestMessages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random appends, batches, reads, deletions and restarts, compared with plain lists. */
class RandomHistoryTest {
    private static final int STEPS = 3000;

    @TempDir
    Path dir;

    private final Map<String, List<String>> model = new HashMap<>();
    private int counter;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldBehaveLikeLists(long seed) {
        Random random = new Random(seed);
        MessageStore store = StoreFixture.open(dir);
        for (int step = 0; step < STEPS; step++) {
            int dice = random.nextInt(1000);
            if (dice < 700) {
                append(store, random);
            } else if (dice < 800) {
                appendBatch(store, random);
            } else if (dice < 990) {
                check(store, "T" + random.nextInt(4), random.nextInt(3), random);
            } else if (dice < 995) {
                delete(store, "T" + random.nextInt(4));
            } else {
                store.close();
                store = StoreFixture.open(dir);
            }
        }
        checkAll(store, random);
        store.close();
        store = StoreFixture.open(dir);
        checkAll(store, random);
        store.close();
    }

    private List<String> queue(String topic, int queueId) {
        return model.computeIfAbsent(topic + "/" + queueId, key -> new ArrayList<>());
    }

    private String body(Random random) {
        return "body-" + counter++ + "-" + "x".repeat(random.nextInt(random.nextInt(20) == 0 ? 20_000 : 300));
    }

    private void append(MessageStore store, Random random) {
        String topic = "T" + random.nextInt(4);
        int queueId = random.nextInt(3);
        String key = "k" + counter;
        String body = body(random);
        Appended appended = StoreFixture.append(store, message(topic, queueId, body, "KEYS", key + " all"));
        assertThat(appended.queueOffset()).isEqualTo(queue(topic, queueId).size());
        queue(topic, queueId).add(body);
    }

    private void appendBatch(MessageStore store, Random random) {
        String topic = "T" + random.nextInt(4);
        int queueId = random.nextInt(3);
        List<String> bodies = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            bodies.add(body(random));
        }
        BatchToStore batch = Batches.of(topic, queueId, bodies, TestMessages.properties("CLUSTER", "c"));
        if (store.appendBatch(batch) instanceof Appended appended) {
            assertThat(appended.queueOffset()).isEqualTo(queue(topic, queueId).size());
            assertThat(appended.count()).isEqualTo(bodies.size());
            queue(topic, queueId).addAll(bodies);
        } else {
            assertThat(bodies.stream().mapToInt(String::length).sum()).isGreaterThan(60_000);
        }
    }

    private void delete(MessageStore store, String topic) {
        store.admin().deleteTopic(topic);
        model.keySet().removeIf(key -> key.startsWith(topic + "/"));
    }

    private void check(MessageStore store, String topic, int queueId, Random random) {
        StoreFixture.settle(store);
        List<String> expected = queue(topic, queueId);
        int from = expected.isEmpty() ? 0 : random.nextInt(expected.size());
        assertThat(bodies(store, topic, queueId, from)).isEqualTo(expected.subList(from, expected.size()));
        if (!expected.isEmpty()) {
            String body = expected.get(from);
            String key = "k" + body.split("-")[1];
            try (KeyQueryResult found = store.log().queryByKey(topic, key, 5, 0, Long.MAX_VALUE)) {
                List<String> bodies = bodies(found.records());
                assertThat(bodies.isEmpty() || bodies.equals(List.of(body))).isTrue();
            }
        }
    }

    private void checkAll(MessageStore store, Random random) {
        for (int topic = 0; topic < 4; topic++) {
            for (int queueId = 0; queueId < 3; queueId++) {
                check(store, "T" + topic, queueId, random);
            }
        }
    }
}
