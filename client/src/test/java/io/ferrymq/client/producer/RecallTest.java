package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.RecallHandle;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.RecallMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.RecallMessageResponseHeader;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecallTest {
    private final Queue<RecallMessageRequestHeader> recalls = new ConcurrentLinkedQueue<>();
    private final StubBroker broker = new StubBroker(
            HandlerTable.builder().on(RequestCode.RECALL_MESSAGE, RecallMessageRequestHeader.class, this::recall));
    private final StubNameServer names = new StubNameServer().route("T", 1, "a", broker.address());
    private DefaultMQProducer producer;

    private void recall(RequestContext context, RecallMessageRequestHeader header, ByteBuf body) {
        recalls.add(header);
        if (RecallHandle.decode(header.recallHandle()).deliverTimeMs() < 1_000) {
            context.respond(ResponseCode.NO_PERMISSION, "too late");
        } else {
            context.respond(Response.success(new RecallMessageResponseHeader(
                    RecallHandle.decode(header.recallHandle()).uniqueId(), "DefaultRegion")));
        }
    }

    @BeforeEach
    void start() throws Exception {
        producer = started(names.address());
    }

    @AfterEach
    void stop() {
        producer.shutdown();
        names.close();
        broker.close();
    }

    @Test
    void shouldTakeAMessageBackByTheHandleOfItsSend() throws Exception {
        String handle = new RecallHandle("T", "a", 1_000_000, "ID").encode();
        assertThat(new String(Base64.getUrlDecoder().decode(handle), StandardCharsets.UTF_8))
                .isEqualTo("v1 T a 1000000 ID");
        broker.with((context, header) -> context.respond(Response.of(
                ResponseCode.SUCCESS,
                null,
                new SendMessageResponseHeader(
                        "7F00000100002A9F0000000000000000", 0, 0, null, null, handle, null, true))));
        Message timed = new Message("T", new byte[] {1});
        timed.setDeliverTimeMs(1_000_000);
        SendResult sent = producer.send(timed);
        assertThat(sent.getRecallHandle()).isEqualTo(handle);

        assertThat(producer.recallMessage("T", sent.getRecallHandle())).isEqualTo("ID");
        assertThat(recalls).containsExactly(new RecallMessageRequestHeader("group", "T", handle));
    }

    @Test
    void shouldFindTheBrokerOfATopicThatWasNotUsedYet() throws Exception {
        assertThat(producer.recallMessage("T", new RecallHandle("T", "a", 1_000, "ID").encode()))
                .isEqualTo("ID");
    }

    @Test
    void shouldSayWhyAMessageCannotBeTakenBack() {
        assertThatThrownBy(() -> producer.recallMessage("%RETRY%g", "x"))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("topic is not supported");
        assertThatThrownBy(() -> producer.recallMessage("%DLQ%g", "x")).hasMessageContaining("topic is not supported");
        for (String bad :
                new String[] {null, "", "§", encoded("v2 T a 5 ID"), encoded("v1 T a 5"), encoded("v1 T a five ID")}) {
            assertThatThrownBy(() -> producer.recallMessage("T", bad))
                    .isInstanceOf(MQClientException.class)
                    .hasMessageContaining("recall handle is invalid");
        }
        assertThatThrownBy(() -> producer.recallMessage("T", new RecallHandle("U", "a", 1_000, "ID").encode()))
                .hasMessageContaining("of topic U, not of T");
        assertThatThrownBy(() -> producer.recallMessage("T", new RecallHandle("T", "gone", 1_000, "ID").encode()))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("The broker[gone]");
        assertThatThrownBy(() -> producer.recallMessage("T", new RecallHandle("T", "a", 5, "ID").encode()))
                .isInstanceOf(MQBrokerException.class)
                .hasMessageContaining("too late");
        assertThat(recalls).hasSize(1);
    }

    private static String encoded(String plain) {
        return Base64.getUrlEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }
}
