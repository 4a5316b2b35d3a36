package io.ferrymq.client.consumer.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.message.MessageQueue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileOffsetStoreTest {
    private static final MessageQueue QUEUE = new MessageQueue("topic", "broker-a", 1);

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void locate() {
        file = directory.resolve("10.0.0.9@DEFAULT").resolve("group").resolve("offsets.json");
    }

    private LocalFileOffsetStore store() {
        return store("10.0.0.9@DEFAULT");
    }

    private LocalFileOffsetStore store(String clientId) {
        LocalFileOffsetStore store = new LocalFileOffsetStore(directory, clientId, "group");
        try {
            store.load();
        } catch (MQClientException e) {
            throw new AssertionError(e);
        }
        return store;
    }

    private static long read(OffsetStore store) {
        return store.readOffset(QUEUE, ReadOffsetType.READ_FROM_STORE);
    }

    @Test
    void shouldFindPositionsAgainAfterARestart() {
        LocalFileOffsetStore before = store();
        before.updateOffset(QUEUE, 42, true);
        before.persistAll(Set.of(QUEUE));

        assertThat(read(store())).isEqualTo(42);
    }

    @Test
    void shouldHaveNoPositionWhereThereNeverWasOne() {
        assertThat(read(store())).isEqualTo(-1);
        assertThat(file).doesNotExist();
    }

    @Test
    void shouldReadTheFormThatRocketMqWrites() throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                """
                {
                \t"offsetTable":{{
                \t\t\t"brokerName":"broker-a",
                \t\t\t"queueId":1,
                \t\t\t"topic":"topic"
                \t\t}:17
                \t}
                }""");

        assertThat(read(store())).isEqualTo(17);
    }

    @Test
    @DisplayName("The file has objects as keys: the published 5.5.0 reads no other form")
    void shouldWriteTheFormThatRocketMqReads() {
        LocalFileOffsetStore store = store();
        store.updateOffset(QUEUE, 17, true);
        store.persist(QUEUE);

        assertThat(file)
                .hasContent("{\"offsetTable\":{{\"brokerName\":\"broker-a\",\"queueId\":1,\"topic\":\"topic\"}:17}}");
        assertThat(read(store())).isEqualTo(17);
    }

    @Test
    void shouldKeepTheFileBeforeAsBackup() throws IOException {
        LocalFileOffsetStore store = store();
        store.updateOffset(QUEUE, 1, true);
        store.persist(QUEUE);
        String first = Files.readString(file);
        store.updateOffset(QUEUE, 2, true);
        store.persist(QUEUE);

        assertThat(file.resolveSibling("offsets.json.bak")).hasContent(first);
    }

    @Test
    @DisplayName("UP-133: a damaged file gives way to its backup and is kept aside")
    void up133_shouldUseTheBackupOfADamagedFile() throws IOException {
        LocalFileOffsetStore before = store();
        before.updateOffset(QUEUE, 7, true);
        before.persist(QUEUE);
        before.updateOffset(QUEUE, 8, true);
        before.persist(QUEUE);
        Files.writeString(file, "{\"offsetTable\":{{\"brok");

        assertThat(read(store())).isEqualTo(7);
        assertThat(file.resolveSibling("offsets.json.damaged")).exists();
    }

    @Test
    @DisplayName("UP-133: with nothing readable left the consumer starts as if new")
    void up133_shouldStartWithoutPositionsWhenNothingIsReadable() throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "\0\0\0\0");

        assertThat(read(store())).isEqualTo(-1);
    }

    @Test
    @DisplayName(
            "UP-038: a directory that cannot be written to is told at the start; positions are written once it can")
    void up038_shouldWriteAgainOnceTheDirectoryIsUsable() throws IOException {
        Path blocked = directory.resolve("10.0.0.9@DEFAULT");
        Files.writeString(blocked, "a file where the directory should be");
        LocalFileOffsetStore store = store();
        assertThat(store.problem()).hasValueSatisfying(text -> assertThat(text).contains(file.toString()));
        store.updateOffset(QUEUE, 3, true);
        store.persist(QUEUE);
        assertThat(store.problem()).isPresent();
        Files.delete(blocked);

        store.persist(QUEUE);

        assertThat(store.problem()).isEmpty();
        assertThat(read(store())).isEqualTo(3);
    }

    @Test
    @DisplayName("UP-039: the place of the file depends on group and instance only")
    void up039_shouldKeepThePlaceOfTheFile() {
        LocalFileOffsetStore store = store();
        store.updateOffset(QUEUE, 3, true);
        store.persist(QUEUE);

        assertThat(file).exists();
    }

    @Test
    void shouldKeepThePositionOfAQueueThatGoesAway() {
        LocalFileOffsetStore store = store();
        store.updateOffset(QUEUE, 5, true);
        store.removeOffset(QUEUE);
        store.persistAll(Set.of());

        assertThat(read(store())).isEqualTo(5);
    }

    private void keep(String clientId, long offset) {
        LocalFileOffsetStore store = store(clientId);
        store.updateOffset(QUEUE, offset, true);
        store.persist(QUEUE);
    }

    @Test
    @DisplayName(
            "UP-039: an instance with a name finds its positions again under another address, a nameless one does not")
    void up039_shouldFindAnInstanceUnderItsNewAddress() throws IOException {
        keep("10.0.0.1@prices", 7);
        keep("10.0.0.1@other", 8);
        keep("10.0.0.1@DEFAULT", 9);

        assertThat(read(store("10.0.0.2@DEFAULT"))).isEqualTo(-1);
        LocalFileOffsetStore moved = store("10.0.0.2@prices");
        assertThat(read(moved)).isEqualTo(7);
        moved.updateOffset(QUEUE, 20, true);
        moved.persist(QUEUE);

        assertThat(read(store("10.0.0.2@prices"))).isEqualTo(20);
        assertThat(read(store("10.0.0.1@prices")))
                .as("its own file comes first")
                .isEqualTo(7);
        Files.setLastModifiedTime(directory.resolve("10.0.0.1@prices/group/offsets.json"), FileTime.fromMillis(1_000));
        assertThat(read(store("10.0.0.3@prices"))).as("the newest counts").isEqualTo(20);
    }
}
