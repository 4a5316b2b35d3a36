package io.ferrymq.remoting.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every body record, found on the class path so that none is forgotten. */
class AllBodiesTest {
    static List<Class<?>> bodies() {
        return Stream.of("admin", "body", "heartbeat", "route")
                .flatMap(name -> RecordsIn.subPackage(name).stream())
                .toList();
    }

    @Test
    void shouldFindTheBodies() {
        assertThat(bodies()).hasSizeGreaterThan(50);
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void shouldSurviveEncodingAndDecoding(Class<?> type) {
        for (int seed = 0; seed < 200; seed++) {
            Object body = RandomRecords.ofPeers(seed).record(type);
            byte[] json = Json.encodeStrict(body);
            assertThat((Object) Json.decode(json, type))
                    .as("seed %d: %s", seed, text(json))
                    .isEqualTo(body);
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void shouldReadTheFastjsonDialect(Class<?> type) {
        for (int seed = 0; seed < 200; seed++) {
            Object body = RandomRecords.ofPeers(seed).record(type);
            byte[] legacy = Json.encodeLegacy(body);
            assertThat((Object) Json.decode(legacy, type))
                    .as("seed %d: %s", seed, text(legacy))
                    .isEqualTo(body);
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void shouldReadAnEmptyObjectOrNameWhatIsMissing(Class<?> type) {
        try {
            assertThat(Json.decodeText("{}", type)).isNotNull();
        } catch (JsonException e) {
            assertThat(e)
                    .hasMessageStartingWith("not a " + type.getSimpleName())
                    .hasMessageMatching(".*the member '\\w+' is missing");
        }
    }

    private static String text(byte[] json) {
        return new String(json, UTF_8);
    }
}
