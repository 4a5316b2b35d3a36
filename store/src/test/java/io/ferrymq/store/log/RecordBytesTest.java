package io.ferrymq.store.log;

import static io.ferrymq.store.testing.StoreFixture.append;
import static io.ferrymq.store.testing.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.HostBytes;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import io.ferrymq.store.engine.StorePlatform;
import io.ferrymq.store.testing.StoreFixture;
import io.ferrymq.store.testing.TestMessages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordBytesTest {
    private static final String FIRST = "00000083" // total size
            + "daa320a7" // version 1
            + "3610a686" // checksum of the body
            + "00000000" // queue id
            + "00000000" // flag
            + "0000000000000000" // queue offset
            + "0000000000000000" // physical offset
            + "00000000" // sysFlag
            + "0000018bcfe56800" // born
            + "0a000001" + "00009c40" // born host 10.0.0.1:40000
            + "0000018bcfe56805" // stored
            + "0a000002" + "00002a9f" // store host 10.0.0.2:10911
            + "00000000" // consumed before
            + "0000000000000000" // half message
            + "00000005" + "68656c6c6f" // hello
            + "06" + "546f70696341" // TopicA
            + "001d" + "54414753" + "01" + "726564" + "02" // TAGS red
            + "4b455953" + "01" + "6b31" + "02" // KEYS k1
            + "554e49515f4b4559" + "01" + "5531" + "02"; // UNIQ_KEY U1
    private static final String SECOND =
            "00000063daa320a758932aac00000000000000000000000000000001000000000000008300000000"
                    + "0000018bcfe568000a00000100009c400000018bcfe56bed0a00000200002a9f000000000000000000000000"
                    + "00000002686906546f706963410000";

    @TempDir
    Path dir;

    private final AtomicLong nowMs = new AtomicLong(TestMessages.BORN_MS + 5);

    private MessageStore open() {
        return StoreFixture.open(StoreFixture.config(dir), nowMs, StorePlatform.real());
    }

    private String hex(String file, int from, int length) throws IOException {
        byte[] bytes = Files.readAllBytes(dir.resolve(file));
        return HexFormat.of().formatHex(bytes, from, from + length);
    }

    private void appendVector(MessageStore store) {
        Appended first = append(store, message("TopicA", 0, "hello", "TAGS", "red", "KEYS", "k1", "UNIQ_KEY", "U1"));
        nowMs.set(TestMessages.BORN_MS + 1005);
        Appended second = append(store, message("TopicA", 0, "hi"));
        assertThat(first).isEqualTo(new Appended(0, 0, 131, 131, TestMessages.BORN_MS + 5, null));
        assertThat(second).isEqualTo(new Appended(131, 1, 99, 230, TestMessages.BORN_MS + 1005, null));
    }

    @Test
    void shouldWriteLogQueueAndIndexByteForByte() throws IOException {
        try (MessageStore store = open()) {
            appendVector(store);
        }
        assertThat(hex("commitlog/00000000000000000000", 0, 230)).isEqualTo(FIRST + SECOND);
        assertThat(hex("consumequeue/TopicA/0/00000000000000000000", 0, 60))
                .isEqualTo(
                        "000000000000000000000083000000000001b891" // red
                                + "0000000000000083000000630000000000000000" // no tag
                                + "0".repeat(40));
        Path index;
        try (var files = Files.list(dir.resolve("index"))) {
            index = files.findFirst().orElseThrow();
        }
        assertThat(index.getFileName().toString()).hasSize(17).containsOnlyDigits();
        assertThat(hex("index/" + index.getFileName(), 0, 40))
                .isEqualTo(
                        "0000018bcfe56805" // begin
                                + "0000018bcfe56805" // end
                                + "0000000000000000" // begin address
                                + "0000000000000000" // end address
                                + "00000002" // slots used
                                + "00000003"); // entries + 1
        int entries = 40 + 4 * 1000;
        assertThat(hex("index/" + index.getFileName(), entries + 20, 40))
                .isEqualTo(Integer.toHexString(1903241331) + "0000000000000000" + "00000000" + "00000000"
                        + Integer.toHexString(1903240649) + "0000000000000000" + "00000000" + "00000000");
    }

    @Test
    void shouldOpenALogThatSomebodyElseWroteAndRebuildTheRest() throws IOException {
        byte[] file = new byte[65536];
        byte[] records = HexFormat.of().parseHex(FIRST + SECOND);
        System.arraycopy(records, 0, file, 0, records.length);
        Files.createDirectories(dir.resolve("commitlog"));
        Files.write(dir.resolve("commitlog/00000000000000000000"), file);
        try (MessageStore store = open()) {
            assertThat(store.log().logEndOffset()).isEqualTo(230);
            assertThat(StoreFixture.bodies(store, "TopicA", 0, 0)).containsExactly("hello", "hi");
            for (String key : new String[] {"k1", "U1"}) {
                try (var found = store.log().queryByKey("TopicA", key, 10, 0, Long.MAX_VALUE)) {
                    assertThat(StoreFixture.bodies(found.records())).containsExactly("hello");
                }
            }
        }
    }

    @Test
    @DisplayName("UP-014: IPv4 hosts give the old layout to the byte, IPv6 hosts the longer one with its flag bits")
    void up014_shouldMarkIpv6HostsInTheFlag() throws IOException {
        HostBytes six = HostBytes.read(
                ByteBuffer.wrap(HexFormat.of().parseHex("00000000000000000000000000000001" + "00000050")), 0, true);
        try (MessageStore store = open()) {
            MessageToStore message = new MessageToStore(
                    "T", 3, 7, 0, 1, six, TestMessages.STORE_HOST, 2, 9, ByteBuffer.allocate(0), PropertyBytes.EMPTY);
            assertThat(append(store, message).sizeBytes()).isEqualTo(91 + 12 + 1);
        }
        assertThat(hex("commitlog/00000000000000000000", 0, 104))
                .isEqualTo("00000068daa320a7" + "00000000" + "00000003" + "00000007" + "0000000000000000"
                        + "0000000000000000" + "00000010" + "0000000000000001"
                        + "00000000000000000000000000000001" + "00000050" // [::1]:80
                        + "0000018bcfe56805" + "0a00000200002a9f" + "00000002" + "0000000000000009" + "00000000"
                        + "0154" + "0000");
    }

    @Test
    void shouldUseVersion2ForTopicsThatVersion1CannotHold() throws IOException {
        String topic = "%RETRY%" + "g".repeat(200);
        try (MessageStore store = open()) {
            append(store, message(topic, 0, "x"));
            StoreFixture.settle(store);
            assertThat(StoreFixture.bodies(store, topic, 0, 0)).containsExactly("x");
        }
        assertThat(hex("commitlog/00000000000000000000", 4, 4)).isEqualTo("daa320ab");
        assertThat(hex("commitlog/00000000000000000000", 89, 2)).isEqualTo("00cf");
        try (MessageStore store = open()) {
            assertThat(StoreFixture.bodies(store, topic, 0, 0)).containsExactly("x");
        }
    }

    @Test
    void shouldCloseAFileWithABlankRecordAndGoOnInTheNext() throws IOException {
        byte[] body = new byte[40_000];
        try (MessageStore store = open()) {
            append(store, message("TopicA", 0, 0, body));
            assertThat(append(store, message("TopicA", 0, 0, body)).physicalOffset())
                    .isEqualTo(65536);
            assertThat(store.queues().maxOffset("TopicA", 0)).isZero();
            StoreFixture.settle(store);
            assertThat(store.queues().maxOffset("TopicA", 0)).isEqualTo(2);
        }
        int size = 91 + 6 + 40_000;
        assertThat(hex("commitlog/00000000000000000000", size, 8))
                .isEqualTo(HexFormat.of().toHexDigits(65536 - size) + "cbd43194");
    }

    @Test
    void shouldHoldTheTimeOfDeliveryInTheScheduleTopic() throws IOException {
        try (MessageStore store = open()) {
            append(store, message("SCHEDULE_TOPIC_XXXX", 2, "later", "DELAY", "3", "TAGS", "red"));
            append(store, message("SCHEDULE_TOPIC_XXXX", 2, "much later", "DELAY", "99"));
            StoreFixture.settle(store);
            assertThat(store.queues().entries("SCHEDULE_TOPIC_XXXX", 2, 0, 10))
                    .extracting(entry -> entry.tagsCode() - TestMessages.BORN_MS - 5)
                    .containsExactly(10_000L, 7_200_000L);
        }
    }
}
