package io.ferrymq.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RandomRecords;
import io.ferrymq.remoting.protocol.RecordsIn;
import io.ferrymq.remoting.protocol.header.BoundaryType;
import io.ferrymq.remoting.protocol.header.PullMessageCodec;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.PullMessageResponseCodec;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.SearchOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every header record with the codec that is derived from it. */
class AllHeadersTest {
    static List<Class<?>> headers() {
        return RecordsIn.subPackage("header");
    }

    @Test
    void shouldFindTheHeaders() {
        assertThat(headers()).hasSizeGreaterThan(70);
    }

    @ParameterizedTest
    @MethodSource("headers")
    <H> void shouldSurviveEncodingAndDecoding(Class<H> type) {
        for (int seed = 0; seed < 200; seed++) {
            H header = new RandomRecords(seed, AllHeadersTest::isOptional).record(type);
            Map<String, String> fields = fieldsOf(type, header);
            assertThat(decode(type, fields)).as("seed %d: %s", seed, fields).isEqualTo(header);
        }
    }

    @ParameterizedTest
    @MethodSource("headers")
    <H> void shouldNameTheRequiredFieldThatIsMissing(Class<H> type) {
        Map<String, String> fields = fieldsOf(type, new RandomRecords(7, component -> false).record(type));
        for (RecordComponent component : type.getRecordComponents()) {
            Map<String, String> without = new LinkedHashMap<>(fields);
            if (!isOptional(component)) {
                assertThat(without.remove(component.getName())).isNotNull();
                assertThatThrownBy(() -> decode(type, without))
                        .isInstanceOf(HeaderException.class)
                        .hasMessageContaining(component.getName());
            }
        }
    }

    @Test
    void shouldUseTheNamesOfTheWire() {
        assertThat(fieldsOf(
                        SendMessageResponseHeader.class,
                        new SendMessageResponseHeader("ID", 3, 42, null, null, null, "DefaultRegion", true)))
                .isEqualTo(Map.of(
                        "msgId",
                        "ID",
                        "queueId",
                        "3",
                        "queueOffset",
                        "42",
                        "MSG_REGION",
                        "DefaultRegion",
                        "TRACE_ON",
                        "true"));
        assertThat(fieldsOf(QueryMessageRequestHeader.class, new QueryMessageRequestHeader("T", "k", 32, 0, 9, true)))
                .containsEntry("_UNIQUE_KEY_QUERY", "true");
    }

    @Test
    void shouldAgreeWithTheHandWrittenCodecsOfPulls() {
        agrees(PullMessageRequestHeader.class, PullMessageCodec.INSTANCE);
        agrees(PullMessageResponseHeader.class, PullMessageResponseCodec.INSTANCE);
    }

    private static <H> void agrees(Class<H> type, HeaderCodec<H> codec) {
        for (int seed = 0; seed < 200; seed++) {
            H header = new RandomRecords(seed, AllHeadersTest::isOptional).record(type);
            Map<String, String> fields = new LinkedHashMap<>();
            codec.encode(header, new MapFieldWriter(fields));
            assertThat(fields).as("seed %d", seed).isEqualTo(fieldsOf(type, header));
            HeaderFields walk = walk(fields);
            assertThat(codec.decode(walk)).as("seed %d: %s", seed, fields).isEqualTo(header);
            fields.remove(fields.keySet().iterator().next());
            assertThatThrownBy(() -> codec.decode(walk(fields))).isInstanceOf(HeaderException.class);
        }
    }

    @Test
    void shouldReadBoundariesInAnyCase() {
        Map<String, String> fields = new LinkedHashMap<>(Map.of("topic", "T", "queueId", "0", "timestamp", "-1"));
        assertThat(decode(SearchOffsetRequestHeader.class, fields).wantsUpper()).isFalse();
        fields.put("boundaryType", "upper");
        assertThat(decode(SearchOffsetRequestHeader.class, fields).boundaryType())
                .isEqualTo(BoundaryType.UPPER);
    }

    private static <H> Map<String, String> fieldsOf(Class<H> type, H header) {
        Map<String, String> fields = new LinkedHashMap<>();
        RecordCodec.of(type).encode(header, new MapFieldWriter(fields));
        return fields;
    }

    private static <H> H decode(Class<H> type, Map<String, String> fields) {
        return RecordCodec.of(type).decode(walk(fields));
    }

    private static HeaderFields walk(Map<String, String> fields) {
        byte[] json = Json.encode(fields);
        HeaderFields walk = HeaderFields.none();
        walk.reset(SerializeType.JSON, json, 1, json.length - 1);
        return walk;
    }

    private static boolean isOptional(RecordComponent component) {
        return component.isAnnotationPresent(Optional.class)
                || Arrays.<Class<?>>asList(Integer.class, Long.class, Boolean.class, byte[].class)
                        .contains(component.getType());
    }
}
