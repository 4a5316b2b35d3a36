package io.ferrymq.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicAttributesTest {
    @Test
    void shouldReadAndWriteChangeLists() {
        Map<String, String> changes = TopicAttributes.parse("+message.type=FIFO, -reserve.time");

        assertThat(changes).containsExactly(Map.entry("+message.type", "FIFO"), Map.entry("-reserve.time", ""));
        assertThat(TopicAttributes.format(changes)).isEqualTo("+message.type=FIFO,-reserve.time");
        assertThat(TopicAttributes.parse("")).isEmpty();
        assertThat(TopicAttributes.parse(null)).isEmpty();
    }

    @Test
    void shouldMergeChanges() {
        Map<String, String> current = Map.of("message.type", "NORMAL", "reserve.time", "5", "queue.type", "BatchCQ");

        assertThat(TopicAttributes.merge(false, current, TopicAttributes.parse("+message.type=FIFO,-reserve.time")))
                .isEqualTo(Map.of("message.type", "FIFO", "queue.type", "BatchCQ"));
        assertThat(TopicAttributes.merge(true, Map.of(), TopicAttributes.parse("+queue.type=BatchCQ")))
                .isEqualTo(Map.of("queue.type", "BatchCQ"));
        assertThat(TopicAttributes.merge(false, current, TopicAttributes.parse("+queue.type=BatchCQ")))
                .isEqualTo(current);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "message.type=FIFO; neither",
                "+message.type; neither",
                "-message.type=FIFO; neither",
                "+=x; neither",
                "+message.type=FIFO,+message.type=DELAY; twice",
                "+message.type=FIFO,-message.type; twice",
                "+colour=red; unknown attribute 'colour'",
                "+message.type=LIFO; found 'LIFO', allowed: UNSPECIFIED",
                "+reserve.time=-2; -1 or more",
                "+reserve.time=soon; 'soon'",
                "+queue.type=SimpleCQ; cannot be changed after creation",
                "-queue.type; cannot be changed after creation",
                "-reserve.time; does not have it",
            })
    void shouldRefuseWhatIsNotAllowed(String changes, String text) {
        assertThatThrownBy(() ->
                        TopicAttributes.merge(false, Map.of("queue.type", "BatchCQ"), TopicAttributes.parse(changes)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }

    @Test
    void shouldOnlyAddToANewTopic() {
        assertThatThrownBy(() -> TopicAttributes.merge(true, Map.of(), Map.of("-message.type", "")))
                .hasMessageContaining("new topic");
        assertThatThrownBy(() -> TopicAttributes.merge(true, Map.of(), Map.of("message.type", "FIFO")))
                .hasMessageContaining("must begin with '+' or '-'");
    }
}
