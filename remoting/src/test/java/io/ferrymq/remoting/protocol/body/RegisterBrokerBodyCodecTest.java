package io.ferrymq.remoting.protocol.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegisterBrokerBodyCodecTest {
    private static final String VERSION = "{\"counter\":0,\"stateVersion\":0,\"timestamp\":1700000000000}";
    private static final RegisterBrokerBody BODY = body(new TopicConfig("T1", 4, 4, 6));

    @Test
    void shouldWriteTheCompressedFormToTheByte() throws IOException {
        byte[] compressed = RegisterBrokerBodyCodec.encodeCompressed(BODY);
        assertThat(HexFormat.of().formatHex(compressed)).startsWith("78da");
        byte[] plain = new InflaterInputStream(new ByteArrayInputStream(compressed)).readAllBytes();
        assertThat(plain)
                .isEqualTo(ByteBuffer.allocate(4 + 56 + 4 + 4 + 22 + 4 + 2 + 4)
                        .putInt(0x38 /* length of the version */)
                        .put(VERSION.getBytes(UTF_8))
                        .putInt(1 /* topics */)
                        .putInt(0x16 /* length of the line */)
                        .put("T1 4 4 6 SINGLE_TAG {}".getBytes(UTF_8))
                        .putInt(2 /* length of the filter servers */)
                        .put("[]".getBytes(UTF_8))
                        .putInt(0 /* mappings */)
                        .array());
    }

    @Test
    @DisplayName("UP-215: registrations of either generation, compressed or not, are understood")
    void up215_shouldReadEachForm() {
        assertThat(read(RegisterBrokerBodyCodec.encodeCompressed(BODY))).isEqualTo(BODY);
        assertThat(read(RegisterBrokerBodyCodec.encode(BODY))).isEqualTo(BODY);
        byte[] bareTable = Json.encode(BODY.topicConfigSerializeWrapper());
        assertThat(RegisterBrokerBodyCodec.decode(bareTable, ProtocolVersion.REGISTER_BODY_MIN - 1))
                .isEqualTo(BODY);
        // 4.9: five words a line, no section of mappings.
        assertThat(read(compressed(List.of("T1 4 4 6 SINGLE_TAG"), "[]", new byte[0])))
                .isEqualTo(BODY);
        // 4.9: no members of static topics, no attributes.
        assertThat(read(("{\"filterServerList\":[],\"topicConfigSerializeWrapper\":{\"dataVersion\":" + VERSION
                                + ",\"topicConfigTable\":{\"T1\":{\"order\":false,\"perm\":6,\"readQueueNums\":4,"
                                + "\"topicFilterType\":\"SINGLE_TAG\",\"topicName\":\"T1\",\"topicSysFlag\":0,\"writeQueueNums\":4}}}}")
                        .getBytes(UTF_8)))
                .isEqualTo(BODY);
    }

    @Test
    void shouldTakeAnEmptyBodyAsNoTopics() {
        RegisterBrokerBody empty = RegisterBrokerBodyCodec.decode(null, ProtocolVersion.CURRENT);
        assertThat(empty.topicConfigSerializeWrapper().topicConfigTable()).isEmpty();
        assertThat(empty.topicConfigSerializeWrapper().dataVersion()).isEqualTo(new DataVersion(0, 0, 0));
        assertThat(read(new byte[0])).isEqualTo(empty);
        assertThat(read("{}".getBytes(UTF_8)).topicConfigSerializeWrapper().topicConfigTable())
                .isEmpty();
    }

    @Test
    void shouldCarryAttributesAndFilterServersAndSkipMappings() {
        TopicConfig topic =
                new TopicConfig("T1", 4, 4, 6).withAttributes(Map.of("message.type", "FIFO", "queue.type", "BatchCQ"));
        assertThat(read(RegisterBrokerBodyCodec.encodeCompressed(body(topic)))).isEqualTo(body(topic));
        byte[] mappings = ByteBuffer.allocate(4 + 4 + 2)
                .putInt(1)
                .putInt(2)
                .put("{}".getBytes(UTF_8))
                .array();
        RegisterBrokerBody read =
                read(compressed(List.of("T1 4 4 6 SINGLE_TAG {\"a\":\"b c\"}"), "[\"f:1\"]", mappings));
        assertThat(read.filterServerList()).containsExactly("f:1");
        assertThat(read.topicConfigSerializeWrapper()
                        .topicConfigTable()
                        .get("T1")
                        .attributes())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "T1",
                "T1 4 4 6",
                "T1 a 4 6 SINGLE_TAG",
                "T1 -4 4 6 SINGLE_TAG",
                "T1 4 4 6 NO_TAG",
                "T1 4 4 6 SINGLE_TAG {",
                "T1 99999999999 4 6 SINGLE_TAG"
            })
    void shouldNameTheBrokenLine(String line) {
        assertThatThrownBy(() -> read(compressed(List.of(line), "[]", new byte[4])))
                .isInstanceOf(JsonException.class);
    }

    @Test
    void shouldRefuseWhatIsCutOffOrLies() {
        byte[] good = RegisterBrokerBodyCodec.encodeCompressed(BODY);
        for (int length = 1; length < good.length - 4; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(JsonException.class);
        }
        for (int lie : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1000}) {
            byte[] lengths =
                    deflate(ByteBuffer.allocate(8).putInt(lie).putInt(lie).array());
            assertThatThrownBy(() -> read(lengths))
                    .isInstanceOf(JsonException.class)
                    .hasMessageContaining("length of data version is " + lie);
        }
    }

    @Test
    void shouldBoundWhatIsInflated() {
        byte[] bomb = deflate(new byte[33 << 20]);
        assertThat(bomb.length).isLessThan(100_000);
        assertThatThrownBy(() -> read(bomb))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("larger than 33554432");
    }

    @Test
    void shouldAnswerRandomDamageWithOneException() {
        byte[] good = RegisterBrokerBodyCodec.encodeCompressed(BODY);
        for (int seed = 0; seed < 2000; seed++) {
            byte[] damaged = good.clone();
            Random random = new Random(seed);
            damaged[1 + random.nextInt(damaged.length - 1)] = (byte) random.nextInt();
            try {
                assertThat(read(damaged)).as("seed %d", seed).isNotNull();
            } catch (JsonException e) {
                assertThat(e).as("seed %d", seed).hasMessageStartingWith("not a");
            }
        }
    }

    @Test
    void shouldMaskTheSignOfTheCrc() {
        assertThat(RegisterBrokerBodyCodec.crc32("hello".getBytes(UTF_8))).isEqualTo(0x3610A686);
        assertThat(RegisterBrokerBodyCodec.crc32("a".getBytes(UTF_8))).isEqualTo(0xE8B7BE43 & 0x7FFFFFFF);
    }

    private static RegisterBrokerBody read(byte[] body) {
        return RegisterBrokerBodyCodec.decode(body, ProtocolVersion.CURRENT);
    }

    private static RegisterBrokerBody body(TopicConfig... topics) {
        Map<String, TopicConfig> table = new LinkedHashMap<>();
        for (TopicConfig topic : topics) {
            table.put(topic.topicName(), topic);
        }
        return new RegisterBrokerBody(
                TopicConfigSerializeWrapper.of(table, new DataVersion(0, 1700000000000L, 0)), List.of());
    }

    private static byte[] compressed(List<String> lines, String filterServers, byte[] rest) {
        ByteBuffer plain = ByteBuffer.allocate(10_000);
        plain.putInt(VERSION.length()).put(VERSION.getBytes(UTF_8)).putInt(lines.size());
        for (String line : lines) {
            plain.putInt(line.length()).put(line.getBytes(UTF_8));
        }
        plain.putInt(filterServers.length()).put(filterServers.getBytes(UTF_8)).put(rest);
        return deflate(Arrays.copyOf(plain.array(), plain.position()));
    }

    private static byte[] deflate(byte[] plain) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
            deflater.write(plain);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }
}
