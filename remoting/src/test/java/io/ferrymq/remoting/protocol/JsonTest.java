package io.ferrymq.remoting.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    record Inner(long zeta, String alpha, LanguageCode language) {}

    record Sample(
            int number, boolean isForce, Inner inner, Map<Long, String> brokerAddrs, List<String> names, Double none) {}

    private static final Sample SAMPLE = new Sample(
            7,
            true,
            new Inner(Long.MAX_VALUE, "ä\u0001", LanguageCode.GO),
            new TreeMap<>(Map.of(0L, "a", 1L, "b")),
            List.of("x"),
            null);

    @Test
    void shouldWriteMembersInAlphabeticalOrderWithoutNulls() {
        assertThat(new String(Json.encode(SAMPLE), UTF_8))
                .isEqualTo("{\"brokerAddrs\":{\"0\":\"a\",\"1\":\"b\"},"
                        + "\"inner\":{\"alpha\":\"ä\\u0001\",\"language\":\"GO\",\"zeta\":9223372036854775807},"
                        + "\"isForce\":true,\"names\":[\"x\"],\"number\":7}");
        assertThat(Json.decode(Json.encode(SAMPLE), Sample.class)).isEqualTo(SAMPLE);
        assertThat(Json.decode(Json.encodePretty(SAMPLE), Sample.class)).isEqualTo(SAMPLE);
    }

    @Test
    void shouldReadTheLegacyDialect() {
        byte[] legacy = Json.encodeLegacy(SAMPLE);
        assertThat(new String(legacy, UTF_8)).startsWith("{\"brokerAddrs\":{0:\"a\",1:\"b\"},");
        assertThat(Json.decode(legacy, Sample.class)).isEqualTo(SAMPLE);
    }

    @Test
    void shouldTolerateWhatPeersDo() {
        String json =
                "{\"unknown\":[{}],\"number\":\"12\",\"isForce\":null,\"inner\":{\"language\":\"COBOL\",\"alpha\":5},"
                        + "\"brokerAddrs\":{\"$ref\":\"$.x\"}}";
        assertThatThrownBy(() -> decode(json)).isInstanceOf(JsonException.class).hasMessageContaining("$ref");
        assertThat(decode(json.replace("$ref", "3")))
                .isEqualTo(new Sample(12, false, new Inner(0, "5", null), Map.of(3L, "$.x"), null, null));
        assertThat(decode("{\"inner\":{\"language\":9}}").inner().language()).isEqualTo(LanguageCode.GO);
    }

    @Test
    void shouldReadBuffersWithoutMovingThem() {
        byte[] json = Json.encode(SAMPLE);
        ByteBuffer heap = ByteBuffer.wrap(("##" + new String(json, UTF_8)).getBytes(UTF_8))
                .position(2);
        ByteBuffer direct = ByteBuffer.allocateDirect(json.length).put(json).flip();
        assertThat(Json.decode(heap.slice(), Sample.class)).isEqualTo(SAMPLE);
        assertThat(Json.decode(heap, Sample.class)).isEqualTo(SAMPLE);
        assertThat(Json.decode(direct.asReadOnlyBuffer(), Sample.class)).isEqualTo(SAMPLE);
        assertThat(direct.remaining()).isEqualTo(json.length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "7",
                "{",
                "{\"number\":}",
                "{\"number\":1} x",
                "{\"number\":1}{}",
                "{\"number\":[1]}",
                "{\"number\":99999999999}",
                "{\"names\":{\"a\":1}}",
                "{\"brokerAddrs\":{\"x\":\"y\"}}",
                "\u0000\u0000",
                "{{{{{{",
                "{\"isForce\":\"maybe\"}"
            })
    void shouldRefuseWhatIsNoSample(String json) {
        assertThatThrownBy(() -> decode(json)).isInstanceOf(JsonException.class).hasMessageStartingWith("not a Sample");
    }

    @Test
    void shouldNameTypeAndPlace() {
        assertThatThrownBy(() -> decode("{\"number\":1,\n \"names\":[1,}"))
                .isInstanceOf(JsonException.class)
                .hasMessageStartingWith("not a Sample at line 2, column 13: ")
                .hasMessageNotContaining("Source");
    }

    @Test
    void shouldBoundNestingAndNumbers() {
        assertThatThrownBy(() -> decode("{\"x\":" + "[".repeat(5_000_000))).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> decode("{0:" + "{\"a\":".repeat(1_000_000))).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> decode("{0:" + "{".repeat(1_000_000))).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> decode("{\"number\":" + "1".repeat(1_000_000) + "}"))
                .isInstanceOf(JsonException.class);
    }

    private static Sample decode(String json) {
        return Json.decode(json.getBytes(UTF_8), Sample.class);
    }
}
