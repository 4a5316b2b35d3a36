package io.ferrymq.remoting.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonProblemTest {
    record Inner(int count, boolean flag) {
        Inner {
            if (count < 0) {
                throw new IllegalArgumentException("count is " + count + ", at least 0 is wanted");
            }
        }
    }

    record Sample(String name, List<Inner> inners, Map<Long, String> addresses, LanguageCode language) {}

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]                                     | it is not an object",
                "{\"name\":{}}                          | member 'name' is not a text",
                "{\"inners\":7}                         | member 'inners' is not a list",
                "{\"inners\":[{\"count\":\"x\"}]}       | member 'inners[0].count' is not a number in range: 'x'",
                "{\"inners\":[{},{\"flag\":\"maybe\"}]} | member 'inners[1].flag' is not true or false: 'maybe'",
                "{\"addresses\":{\"a\":\"b\"}}          | member 'addresses' is not a number in range: 'a'",
                "{\"inners\":[{\"count\":-5}]}          | member 'inners[0]' is unusable: count is -5, at least 0 is wanted",
                "{\"name\":                             | Unexpected end-of-input",
                "nonsense                               | Unrecognized token 'nonsense'",
            })
    void shouldNameTheMemberAndWhatItShouldBe(String json, String problem) {
        assertThatThrownBy(() -> decode(json)).hasMessageContaining(problem);
    }

    @Test
    @DisplayName("UP-205: no class of ours, of Java or of the parser is named")
    void up205_shouldKeepTheInsideToItself() {
        for (String json : List.of(
                "[",
                "{]",
                "{\"a\"}",
                "'",
                "{\"name\":\"\u0001\"}",
                "{\"name\":\"\\q\"}",
                "[1,2",
                "01",
                "{\"inners\":{}}",
                "{\"a\":" + "[".repeat(1000),
                "{\"name\":" + "1".repeat(1000) + "}",
                "{\"inners\":[[]]}",
                "{\"name\":[1]}")) {
            assertThat(catchThrowable(() -> decode(json)))
                    .as(json)
                    .isInstanceOf(JsonException.class)
                    .message()
                    .doesNotContain("java", "jackson", "Exception", "Stream", "null", "`")
                    .hasSizeLessThan(400);
        }
    }

    private static Sample decode(String json) {
        return Json.decode(json.getBytes(UTF_8), Sample.class);
    }
}
