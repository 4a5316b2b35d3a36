package io.ferrymq.store.engine;

import static io.ferrymq.store.testing.StoreFixture.append;
import static io.ferrymq.store.testing.StoreFixture.bodies;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.KeyQueryResult;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.testing.StoreFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreRoundTripTest {
    @TempDir
    Path dir;

    @Test
    void shouldReadWhatWasAppendedBeforeAndAfterARestart() {
        List<String> sent = new ArrayList<>();
        try (MessageStore store = StoreFixture.open(dir)) {
            for (int i = 0; i < 2000; i++) {
                String body = "body-" + i;
                Appended appended = append(store, message("TopicA", 1, body, "KEYS", "key" + i, "UNIQ_KEY", "U" + i));
                assertThat(appended.queueOffset()).isEqualTo(i);
                sent.add(body);
            }
            StoreFixture.settle(store);
            assertThat(bodies(store, "TopicA", 1, 0)).isEqualTo(sent);
        }
        assertThat(dir.resolve("abort")).doesNotExist();
        try (MessageStore store = StoreFixture.open(dir)) {
            assertThat(dir.resolve("abort")).exists();
            assertThat(bodies(store, "TopicA", 1, 0)).isEqualTo(sent);
            try (KeyQueryResult found = store.log().queryByKey("TopicA", "key1234", 10, 0, Long.MAX_VALUE)) {
                assertThat(bodies(found.records())).containsExactly("body-1234");
            }
            assertThat(append(store, message("TopicA", 1, "next")).queueOffset())
                    .isEqualTo(2000);
        }
    }

    @Test
    void shouldLeaveNoPreparedFileBehindAfterACleanStop() throws Exception {
        try (MessageStore store = StoreFixture.open(dir)) {
            append(store, message("TopicA", 0, "x"));
        }
        try (var files = Files.list(dir.resolve("commitlog"))) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactly("00000000000000000000");
        }
    }
}
