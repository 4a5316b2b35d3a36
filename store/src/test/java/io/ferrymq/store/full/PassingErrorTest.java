package io.ferrymq.store.full;

import static io.ferrymq.store.testing.StoreFixture.bodies;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.store.MessageStore;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreException;
import io.ferrymq.store.testing.StoreFixture;
import io.ferrymq.store.testing.disk.ForgetfulDisk;
import io.ferrymq.store.testing.disk.ForgetfulDisk.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The disk fails for a while when a store starts. */
class PassingErrorTest {
    private static final int MESSAGES = 150;

    @TempDir
    Path folder;

    private final List<Long> pauses = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();

    @BeforeEach
    void fill() throws IOException {
        try (MessageStore store = StoreFixture.open(folder)) {
            for (int i = 0; i < MESSAGES; i++) {
                String body = i + "-" + "x".repeat(700);
                StoreFixture.append(store, message("TopicA", 0, body, "KEYS", "key" + i));
                sent.add(body);
            }
            StoreFixture.settle(store);
        }
        Files.writeString(folder.resolve("abort"), "1");
    }

    private MessageStore start(ForgetfulDisk disk, long retryMs) {
        StoreConfig config = StoreFixture.config(disk.root()).withRecoveryRetryMs(retryMs);
        return StoreFixture.open(
                config, new AtomicLong(2_000_000_000_000L), disk.platform().withPause(pauses::add));
    }

    @ParameterizedTest
    @ValueSource(strings = {"open \\d{20}", "map \\d{20}", "open \\d{17}", "write \\d{17}", "open ferrymq.progress"})
    @DisplayName("UP-149: errors of the disk that pass are waited for with growing pauses, and nothing is thrown away")
    void up149_shouldTryAgainWithGrowingPauses(String step) throws IOException {
        AtomicInteger failures = new AtomicInteger(5);
        ForgetfulDisk disk = new ForgetfulDisk(folder, Names.JOURNALED, 1);
        disk.refuse(found -> {
            if (found.matches(step) && failures.getAndDecrement() > 0) {
                throw new IOException("Input/output error");
            }
        });
        try (MessageStore store = start(disk, 60_000)) {
            assertThat(bodies(store, "TopicA", 0, 0)).isEqualTo(sent);
        }
        assertThat(pauses).startsWith(200L, 400L, 800L);
        assertThat(failures.get()).isNegative();
    }

    @Test
    @DisplayName("UP-149: after the configured time the start names the file and gives up")
    void up149_shouldGiveUpAfterTheConfiguredTime() throws IOException {
        ForgetfulDisk disk = new ForgetfulDisk(folder, Names.JOURNALED, 1);
        disk.refuse(found -> {
            if (found.equals("map 00000000000000065536")) {
                throw new IOException("Input/output error");
            }
        });
        assertThatThrownBy(() -> start(disk, 5_000))
                .isInstanceOf(StoreException.class)
                .hasMessageContainingAll(
                        "commitlog/00000000000000065536", "Input/output error", "recoveryRetryTimeoutMills");
        assertThat(pauses.stream().mapToLong(Long::longValue).sum()).isEqualTo(5_000);
        disk.refuse(step -> {});
        try (MessageStore store = start(disk, 0)) {
            assertThat(bodies(store, "TopicA", 0, 0)).isEqualTo(sent);
        }
    }
}
