package io.ferrymq.client.producer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageBatch;
import io.ferrymq.common.message.MessageClientIDSetter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BatchSplitterTest {
    private static final long EXTRA_BYTES = 256;

    private static Message message(String topic, String body) {
        return new Message(topic, "täg", body.getBytes(UTF_8));
    }

    private static long bytes(List<Message> batch) {
        return MessageBatch.generateFromList(batch).encode().length + EXTRA_BYTES * batch.size();
    }

    @Test
    @DisplayName("UP-211: batches are cut by their bytes, with characters of one to four of them")
    void up211_shouldCutByBytes() {
        List<Message> messages = IntStream.range(0, 500)
                .mapToObj(i -> {
                    Message message = message("T", "body ä 漢 🚢 ".repeat(i % 40 + 1));
                    message.putUserProperty("schlüssel-" + i, "漢🚢".repeat(i % 7 + 1));
                    return message;
                })
                .toList();
        long limit = 8_000;
        List<Message> together = new ArrayList<>();
        List<List<Message>> batches = new ArrayList<>();
        for (List<Message> batch : BatchSplitter.of(messages, limit)) {
            together.addAll(batch);
            batches.add(batch);
        }
        assertThat(together).as("every message once, in order").containsExactlyElementsOf(messages);
        assertThat(batches).allSatisfy(batch -> assertThat(bytes(batch)).isLessThanOrEqualTo(limit));
        for (int i = 0; i + 1 < batches.size(); i++) {
            List<Message> withNext = new ArrayList<>(batches.get(i));
            withNext.add(batches.get(i + 1).get(0));
            assertThat(bytes(withNext))
                    .as("batch %d has no room for the next message", i)
                    .isGreaterThan(limit);
        }
    }

    @Test
    @DisplayName("UP-053: one message that is too large is named with its size and the limit, the others go")
    void up053_shouldNameAMessageThatIsTooLarge() {
        List<Message> messages = List.of(
                message("T", "a"),
                message("T", "b"),
                new Message("T", "", "key-3", new byte[5_000]),
                message("T", "c"));
        Iterator<List<Message>> batches = BatchSplitter.of(messages, 4_000).iterator();
        assertThat(batches.next()).containsExactly(messages.get(0), messages.get(1));
        assertThatThrownBy(batches::next)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("message 2 of topic T with keys 'key-3'")
                .hasMessageContaining("5000")
                .hasMessageContaining("4000");
        assertThat(batches.next()).containsExactly(messages.get(3));
        assertThat(batches.hasNext()).isFalse();
        assertThatThrownBy(batches::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void shouldNotReadAhead() {
        List<Integer> read = new ArrayList<>();
        Iterator<Message> endless = Stream.iterate(0, i -> i + 1)
                .map(i -> {
                    read.add(i);
                    return message("T", "x".repeat(1_000));
                })
                .iterator();
        Iterator<List<Message>> batches = BatchSplitter.split(endless, 10_000);
        int first = batches.next().size();
        assertThat(first).isEqualTo(7);
        assertThat(read).as("and the one that did not fit").hasSize(first + 1);
        assertThat(batches.next()).hasSize(first);
    }

    @Test
    void shouldBeginABatchWhereMessagesDiffer() {
        Message careless = message("A", "3");
        careless.setWaitStoreMsgOK(false);
        List<Message> messages =
                List.of(message("A", "1"), message("A", "2"), careless, message("B", "4"), message("A", "5"));
        List<Integer> sizes = new ArrayList<>();
        BatchSplitter.of(messages)
                .forEach(batch -> sizes.add(
                        MessageBatch.generateFromList(batch).getMessages().size()));
        assertThat(sizes).containsExactly(2, 1, 1, 1);
    }

    @Test
    void shouldTellWhatIsNoMessageAndHaveNothingOfNothing() {
        assertThat(BatchSplitter.of(List.of())).isEmpty();
        assertThatThrownBy(() ->
                        BatchSplitter.of(Arrays.asList(message("T", "x"), null)).forEach(batch -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("message 1 is null");
        assertThatThrownBy(() -> BatchSplitter.of(List.of(), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxBytes is 0");
    }

    @Test
    void shouldCountTheIdThatTheClientAdds() {
        Message message = message("T", "x");
        BatchSplitter.of(List.of(message)).forEach(batch -> {});
        assertThat(MessageClientIDSetter.getUniqID(message)).isNotNull();
    }
}
