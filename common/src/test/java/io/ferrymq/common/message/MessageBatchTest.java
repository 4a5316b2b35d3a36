package io.ferrymq.common.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageBatchTest {
    private static Message message(String topic, String body) {
        return new Message(topic, body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldWriteOneUnitAfterTheOther() {
        Message message = message("T", "hi");
        message.setFlag(7);
        String unit = "00000022" // size 34
                + "00000000" // magic, not used
                + "00000000" // checksum, not used
                + "00000007" // flag
                + "00000002" + "6869" // body
                + "000a" + "5741495401" + "7472756502"; // WAIT=true

        MessageBatch batch = MessageBatch.generateFromList(List.of(message, message));

        assertThat(HexFormat.of().formatHex(batch.encode())).isEqualTo(unit + unit);
        assertThat(batch.getTopic()).isEqualTo("T");
        assertThat(batch).hasSize(2);
        assertThat(batch.getMessages()).containsExactly(message, message);
    }

    @Test
    void shouldReadWhatItWrote() {
        Message message = new Message("T", "a", "k", 5, new byte[] {1, 2, 3}, true);

        List<Message> read = MessageDecoder.decodeMessages(
                ByteBuffer.wrap(MessageDecoder.encodeMessages(List.of(message, message))));

        assertThat(read).hasSize(2).allSatisfy(unit -> {
            assertThat(unit.getBody()).containsExactly(1, 2, 3);
            assertThat(unit.getFlag()).isEqualTo(5);
            assertThat(unit.getProperties()).isEqualTo(message.getProperties());
        });
    }

    @Test
    void shouldRefuseWhatDoesNotFitTogether() {
        Message a = message("A", "x");
        Message other = message("A", "y");
        other.setWaitStoreMsgOK(false);
        Message delayed = message("A", "z");
        delayed.setDelayTimeLevel(1);

        assertThatThrownBy(() -> MessageBatch.generateFromList(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MessageBatch.generateFromList(List.of(a, message("B", "y"))))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'A' and 'B'");
        assertThatThrownBy(() -> MessageBatch.generateFromList(List.of(a, other)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("waitStoreMsgOK");
        assertThatThrownBy(() -> MessageBatch.generateFromList(List.of(delayed)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("delayed");
        Message timed = message("A", "t");
        timed.setDeliverTimeMs(1);
        assertThatThrownBy(() -> MessageBatch.generateFromList(List.of(timed)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("delayed");
        Message half = message("A", "h");
        half.putProperty("TRAN_MSG", "true");
        assertThatThrownBy(() -> MessageBatch.generateFromList(List.of(a, half)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("transaction");
        Message reply = message("A", "r");
        reply.putProperty("MSG_TYPE", "reply");
        assertThatThrownBy(() -> MessageBatch.generateFromList(List.of(reply)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("reply");
        assertThatThrownBy(() -> MessageBatch.generateFromList(Arrays.asList(a, null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("null");
        assertThatThrownBy(() -> MessageBatch.generateFromList(List.of(message("%RETRY%g", "x"))))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("%RETRY%g");
    }

    @Test
    void shouldTakeAnyBytesWithAClearError() {
        byte[] good = MessageDecoder.encodeMessage(message("T", "hello"));
        Random random = new Random(5);
        for (int round = 0; round < 10_000; round++) {
            byte[] bytes = good.clone();
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            try {
                MessageDecoder.decodeMessages(ByteBuffer.wrap(bytes));
            } catch (MessageFormatException expected) {
                assertThat(expected).hasMessageContaining("batch at byte");
            }
        }
    }
}
