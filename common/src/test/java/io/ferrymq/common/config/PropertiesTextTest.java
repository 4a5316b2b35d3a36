package io.ferrymq.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.config.PropertiesText.Entry;
import java.io.StringReader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PropertiesTextTest {
    @Test
    void shouldRememberLines() {
        PropertiesText text = PropertiesText.parse("# c\n\na=1\r\nb : 2 \\\n   3\n! d\nc 4");

        assertThat(text.entries())
                .containsExactly(new Entry(3, 3, "a", "1"), new Entry(4, 5, "b", "2 3"), new Entry(7, 7, "c", "4"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a=1\nb=2",
                "a = 1\n  b:2\n c 3",
                "path=C:\\\\store\\\\log\nx=\\u0041\\t\\n1",
                "key\\ with\\=odd\\:signs=v=w:x",
                "a=1\\\n2\\\n  3\n#c=5\\\nd=6",
                "empty=\nonly",
                "a=x\\\\\nb=1",
                "levels=1s 5s 10s",
                "last=1\\",
            })
    void shouldReadAsTheLibraryDoes(String file) throws Exception {
        Properties expected = new Properties();
        expected.load(new StringReader(file));
        Map<String, String> trimmed = new HashMap<>();
        expected.forEach((key, value) -> trimmed.put((String) key, ((String) value).trim()));

        assertThat(PropertiesText.parse(file).toMap()).isEqualTo(trimmed);
    }

    @Test
    @DisplayName("UP-191: a change touches only its own line, comments and order stay")
    void up191_shouldChangeOnlyTheLinesOfChangedKeys() {
        String file = "# the name\nbrokerName=a\n\n# levels\nlevels=1s \\\n  2s\nbrokerId = 0\n\n";
        Map<String, String> changes = new LinkedHashMap<>();
        changes.put("levels", "1s 5s");
        changes.put("new", "C:\\x");

        String changed = PropertiesText.parse(file).with(changes);

        assertThat(changed)
                .isEqualTo("# the name\nbrokerName=a\n\n# levels\nlevels=1s 5s\nbrokerId = 0\nnew=C:\\\\x\n");
        assertThat(PropertiesText.parse(changed).toMap()).containsAllEntriesOf(changes);
    }

    @Test
    void shouldChangeTheRepeatedKeyThatCounts() {
        assertThat(PropertiesText.parse("a=1\na=2\n").with(Map.of("a", "3"))).isEqualTo("a=1\na=3\n");
        assertThat(PropertiesText.parse("").with(Map.of("a", "3"))).isEqualTo("a=3\n");
    }

    @Test
    void shouldFindTheNearestName() {
        assertThat(NearestName.find("brokerip1", List.of("brokerIP2", "brokerIP1")))
                .isEqualTo("brokerIP1");
        assertThat(NearestName.find("x", List.of("listenPort"))).isNull();
        assertThat(NearestName.distance("abcd", "abdc")).isEqualTo(1);
        assertThat(NearestName.distance("abc", "")).isEqualTo(3);
        assertThat(NearestName.distance("kitten", "sitting")).isEqualTo(3);
    }
}
