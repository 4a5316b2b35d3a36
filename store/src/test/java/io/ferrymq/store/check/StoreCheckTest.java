package io.ferrymq.store.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.MessageStore;
import io.ferrymq.store.config.FileSizes;
import io.ferrymq.store.testing.StoreFixture;
import io.ferrymq.store.testing.TestMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreCheckTest {
    @TempDir
    Path dir;

    @Test
    void shouldFindNothingWrongInAStoreThatWasClosedInOrder() {
        CheckedStore store = new CheckedStore(dir).fill();
        CheckSummary summary = store.summary();
        assertThat(store.findings()).isEmpty();
        assertThat(summary.records()).isEqualTo(CheckedStore.MESSAGES + 4);
        assertThat(summary.queueEntries()).isEqualTo(CheckedStore.MESSAGES + 4);
        // The unique key and two others of each message.
        assertThat(summary.indexEntries()).isEqualTo(3L * CheckedStore.MESSAGES);
        assertThat(summary.queues()).contains(new CheckSummary.QueueEnd("SCHEDULE_TOPIC_XXXX", 2, 1));
        assertThat(summary.inUse()).isFalse();
    }

    @Test
    void shouldFindNothingWrongInAnEmptyStore() {
        StoreFixture.open(StoreFixture.config(dir)).close();
        assertThat(new CheckedStore(dir).problems()).isEmpty();
    }

    @Test
    void shouldFindNothingWrongAfterDeletionOfATopicAndItsReturn() {
        try (MessageStore store = StoreFixture.open(StoreFixture.config(dir))) {
            CheckedStore.fill(store, 300);
            store.admin().deleteTopic("Dogs");
            StoreFixture.append(store, TestMessages.message("Dogs", 1, "new", "KEYS", "new"));
            StoreFixture.settle(store);
        }
        assertThat(new CheckedStore(dir).findings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void shouldKeepTheSizesOfFilesOnDisk(boolean lastRunIsOurs) throws IOException {
        CheckedStore checked = new CheckedStore(dir).fill();
        if (!lastRunIsOurs) {
            Files.delete(dir.resolve("ferrymq.progress"));
            Files.delete(dir.resolve("checkpoint"));
            Files.createFile(dir.resolve("abort"));
        }
        FileSizes others = StoreFixture.SMALL
                .withLogSegmentBytes(1 << 20)
                .withQueueFileBytes(20 * 77)
                .withIndex(3000, 7000);
        try (MessageStore store = StoreFixture.open(StoreFixture.config(dir).withFiles(others))) {
            CheckedStore.fill(store, CheckedStore.MESSAGES);
        }
        assertThat(checked.findings()).isEmpty();
        assertThat(checked.sizes("commitlog")).containsExactly((long) StoreFixture.SEGMENT_BYTES);
        assertThat(checked.sizes("consumequeue")).containsExactly((long) StoreFixture.QUEUE_FILE_BYTES);
        assertThat(checked.sizes("index")).containsExactly(40 + 4 * 1000 + 20 * 5000L);
    }

    @Test
    void shouldCheckUpToTheLastCheckpointWhileAStoreIsOpen() {
        CheckedStore checked = new CheckedStore(dir).fill();
        long end = checked.summary().logEnd();
        try (MessageStore store = StoreFixture.open(StoreFixture.config(dir))) {
            StoreFixture.append(store, TestMessages.message("Dogs", 1, "not checked"));
            List<Finding> findings = new ArrayList<>();
            CheckSummary summary = StoreCheck.run(CheckTarget.of(dir), findings::add);
            assertThat(summary.inUse()).isTrue();
            assertThat(summary.problems()).isZero();
            assertThat(summary.logEnd()).isEqualTo(end);
            assertThat(findings).anyMatch(f -> f.problem().contains("in use by a broker"));
        }
    }
}
