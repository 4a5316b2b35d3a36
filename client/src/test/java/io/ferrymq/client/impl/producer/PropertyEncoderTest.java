package io.ferrymq.client.impl.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.common.message.PropertyBytes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PropertyEncoderTest {
    @Test
    void shouldWriteNameOneValueTwo() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("TAGS", "a");
        properties.put("empty", "");
        properties.put("none", null);
        properties.put("K", "1 2");
        assertThat(PropertyEncoder.encode(properties))
                .containsExactly(
                        'T', 'A', 'G', 'S', 1 /* name ends */, 'a', 2 /* entry ends */, 'K', 1, '1', ' ', '2', 2);
    }

    @Test
    void shouldEncodeOtherCharactersAsUtf8() {
        Map<String, String> properties = Map.of("Straße", "日本\t");
        assertThat(PropertyEncoder.encode(properties)).isEqualTo(PropertyBytes.encode(properties));
    }

    @Test
    void shouldGiveNothingForNothing() {
        assertThat(PropertyEncoder.encode(null)).isEmpty();
        assertThat(PropertyEncoder.encode(Map.of())).isEmpty();
    }

    @Test
    void shouldRefuseSeparators() {
        assertThatThrownBy(() -> PropertyEncoder.encode(Map.of("a\u0002", "b")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
