package io.ferrymq.distribution.admin.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.admin.message.MessageTrace.Step;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageTraceTest {
    private static MessageExt traceMessage(String body) {
        MessageExt message = new MessageExt();
        message.setBornHost(new InetSocketAddress("127.0.0.1", 1));
        message.setBody(body.getBytes(StandardCharsets.UTF_8));
        return message;
    }

    private static String record(String... fields) {
        return String.join("\u0001", fields) + "\u0002";
    }

    @Test
    void shouldJoinBeginAndEndOfAConsumptionInAnyOrder() {
        String before = record("SubBefore", "1000", "R", "G", "req1", "ID", "0", "k");
        String after = record("SubAfter", "req1", "ID", "7", "true", "k", "0", "1007", "G");
        Step whole = new Step("Sub", "G", "127.0.0.1", 1000, 7, "success");

        assertThat(MessageTrace.of("ID", List.of(traceMessage(before + after))).consumed())
                .containsExactly(whole);
        assertThat(MessageTrace.of("ID", List.of(traceMessage(after), traceMessage(before)))
                        .consumed())
                .containsExactly(whole);
        assertThat(MessageTrace.of("ID", List.of(traceMessage(before))).consumed())
                .containsExactly(new Step("Sub", "G", "127.0.0.1", 1000, 0, "unknown"));
    }

    @Test
    void shouldTakeOnlyRecordsOfTheMessageAskedFor() {
        TraceRecord published = TraceRecord.published(
                "P", "T", null, "k", 3, new TraceRecord.SentAt(5, 2, "ID", "OFFSET", "127.0.0.1:10911"));
        MessageExt both = traceMessage(published.encode() + published.encode().replace("ID", "OTHER"));

        assertThat(MessageTrace.of("ID", List.of(both)).produced())
                .containsExactly(new Step("Pub", "P", "127.0.0.1", 5, 2, "success"));
        assertThat(MessageTrace.of("none", List.of(both)).isEmpty()).isTrue();
    }

    @Test
    void shouldReadTheShorterRecordsOfClientsOfOld() {
        MessageExt old = traceMessage(record("SubAfter", "req1", "ID", "7", "false"));

        assertThat(MessageTrace.of("ID", List.of(old)).consumed())
                .containsExactly(new Step("Sub", "", "127.0.0.1", 0, 7, "failed"));
    }
}
