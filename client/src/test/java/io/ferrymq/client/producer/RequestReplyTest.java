package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.message;
import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.exception.RequestTimeoutException;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.client.utils.MessageUtil;
import io.ferrymq.common.compression.CompressionType;
import io.ferrymq.common.compression.CompressorFactory;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.ReplyMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequestReplyTest {
    private final StubBroker a = new StubBroker();
    private final StubBroker b = new StubBroker();
    private final StubNameServer names = new StubNameServer()
            .route("T", 2, "a", a.address())
            .route("c_REPLY_TOPIC", 1, "a", a.address(), "b", b.address());
    private DefaultMQProducer producer;

    @BeforeEach
    void start() throws Exception {
        producer = started(names.address());
    }

    @AfterEach
    void stop() {
        producer.shutdown();
        names.close();
        a.close();
        b.close();
    }

    /** Pushes a reply to a request. */
    private static CompletableFuture<Reply> push(
            Connection connection, SendMessageRequestHeader request, String text, int sysFlag, byte[] body) {
        String correlation = PropertyBytes.scan(request.properties()).get("CORRELATION_ID");
        String properties = MessageDecoder.messageProperties2String(
                Map.of("CORRELATION_ID", correlation, "PUSH_REPLY_TIME", "7", "text", text));
        ReplyMessageRequestHeader header = new ReplyMessageRequestHeader(
                "repliers",
                "c_REPLY_TOPIC",
                "TBW102",
                4,
                0,
                sysFlag,
                5,
                3,
                properties,
                0,
                false,
                "127.0.0.1:99",
                "127.0.0.1:98",
                6);
        return connection.call(
                Request.of(RequestCode.PUSH_REPLY_MESSAGE_TO_CLIENT, header).withBody(body), 10_000);
    }

    private static CompletableFuture<Reply> push(Connection connection, SendMessageRequestHeader request, String text) {
        return push(connection, request, text, 0, text.getBytes(StandardCharsets.UTF_8));
    }

    private void replying() {
        a.with((context, header) -> {
            a.answer(context, header, ResponseCode.SUCCESS);
            push(context.connection(), header, "for queue " + header.queueId());
        });
    }

    @Test
    void shouldBringTheReply() throws Exception {
        replying();
        Message reply = producer.request(message("T"), 20_000);

        assertThat(reply.getBody()).asString().startsWith("for queue ");
        PropertyBytes sent = PropertyBytes.scan(a.received().get(0).header().properties());
        assertThat(sent.get(PropertyName.REPLY_TO_CLIENT))
                .isEqualTo(a.heartbeats().get(0).clientID());
        assertThat(sent.get("TTL")).isEqualTo("20000");
        assertThat(reply.getProperty("CORRELATION_ID")).isEqualTo(sent.get("CORRELATION_ID"));
        assertThat(reply.getProperty("ARRIVE_TIME")).isNotEmpty();
        assertThat(reply).isInstanceOfSatisfying(MessageExt.class, full -> {
            assertThat(full.getTopic()).isEqualTo("c_REPLY_TOPIC");
            assertThat(full.getFlag()).isEqualTo(3);
            assertThat(full.getBornHostString()).isEqualTo("127.0.0.1");
            assertThat(full.getStoreTimestamp()).isEqualTo(6);
        });
    }

    @Test
    void shouldBeKnownToEveryBrokerThatAReplyMayComeThrough() throws Exception {
        a.with((context, header) -> {
            a.answer(context, header, ResponseCode.SUCCESS);
            push(b.server().connections().get(0), header, "through b");
        });
        assertThat(producer.request(message("T"), 20_000).getBody()).asString().isEqualTo("through b");
        assertThat(b.heartbeats()).isNotEmpty();
    }

    @Test
    void shouldGoWhereTheCallerSays() throws Exception {
        replying();
        assertThat(producer.request(message("T"), new MessageQueue("T", "a", 1), 20_000)
                        .getBody())
                .asString()
                .isEqualTo("for queue 1");
        assertThat(producer.request(message("T"), (queues, message, arg) -> queues.get((int) arg), 0, 20_000)
                        .getBody())
                .asString()
                .isEqualTo("for queue 0");
        Answer queued = new Answer();
        producer.request(message("T"), new MessageQueue("T", "a", 1), queued, 20_000);
        Answer selected = new Answer();
        producer.request(message("T"), (queues, message, arg) -> queues.get((int) arg), 0, selected, 20_000);
        Answer any = new Answer();
        producer.request(message("T"), any, 20_000);
        assertThat(queued.only()).isEqualTo("for queue 1");
        assertThat(selected.only()).isEqualTo("for queue 0");
        assertThat(any.only()).startsWith("for queue ");
    }

    @Test
    void shouldDecompressAReply() throws Exception {
        byte[] text = "long ".repeat(2_000).getBytes(StandardCharsets.UTF_8);
        for (CompressionType type : List.of(CompressionType.ZLIB, CompressionType.LZ4)) {
            byte[] body = CompressorFactory.getCompressor(type).compress(text, 5);
            a.with((context, header) -> {
                a.answer(context, header, ResponseCode.SUCCESS);
                push(
                        context.connection(),
                        header,
                        "compressed",
                        MessageSysFlag.COMPRESSED_FLAG | type.getCompressionFlag(),
                        body);
            });
            assertThat(producer.request(message("T"), 20_000).getBody()).isEqualTo(text);
        }
    }

    @Test
    void shouldTellApartNoReplyAndNotSent() throws Exception {
        RequestTimeoutException noReply =
                catchThrowableOfType(RequestTimeoutException.class, () -> producer.request(message("T"), 300));
        assertThat(noReply.getResponseCode()).isEqualTo(ClientErrorCode.REQUEST_TIMEOUT_EXCEPTION);
        assertThat(noReply)
                .hasMessageContaining("<T> OK, but wait reply message timeout")
                .hasMessageContaining("300 ms");

        a.refusing(ResponseCode.MESSAGE_ILLEGAL, "not this");
        assertThatThrownBy(() -> producer.request(message("T"), 20_000))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("send request message to <T> fail")
                .cause()
                .isInstanceOf(MQBrokerException.class)
                .hasMessageContaining("not this");
        Answer refused = new Answer();
        producer.request(message("T"), refused, 20_000);
        assertThat(refused.onlyFailure()).isInstanceOf(MQBrokerException.class);
        assertThatThrownBy(() -> producer.request(message("Unknown"), 20_000)).isInstanceOf(MQClientException.class);
        assertThatThrownBy(() -> producer.request(null, 20_000)).isInstanceOf(MQClientException.class);
    }

    @Test
    void up061_shouldCompleteARequestOnceWhateverComesTwiceOrLate() throws Exception {
        Queue<CompletableFuture<Reply>> pushes = new ConcurrentLinkedQueue<>();
        Queue<Runnable> late = new ConcurrentLinkedQueue<>();
        a.with((context, header) -> {
            pushes.add(push(context.connection(), header, "first"));
            pushes.add(push(context.connection(), header, "second"));
            a.answer(context, header, ResponseCode.SUCCESS);
        });
        Answer twice = new Answer();
        producer.request(message("T"), twice, 20_000);
        assertThat(twice.only()).isEqualTo("first");

        a.with((context, header) -> {
            late.add(() -> pushes.add(push(context.connection(), header, "late")));
            a.answer(context, header, ResponseCode.SUCCESS);
        });
        Answer timedOut = new Answer();
        producer.request(message("T"), timedOut, 200);
        assertThat(timedOut.onlyFailure()).isInstanceOf(RequestTimeoutException.class);
        late.remove().run();
        assertThat(pushes).hasSize(3).allSatisfy(push -> assertThat(
                        push.get(10, TimeUnit.SECONDS).code())
                .isZero());
        assertThat(twice.calls()).isEqualTo(1);
        assertThat(timedOut.calls()).isEqualTo(1);
    }

    @Test
    void up061_shouldBringEachItsOwnReplyWhateverTheirOrder() throws Exception {
        List<Runnable> held = new ArrayList<>();
        a.with((context, header) -> {
            a.answer(context, header, ResponseCode.SUCCESS);
            String name = PropertyBytes.scan(header.properties()).get("name");
            held.add(() -> push(context.connection(), header, "reply to " + name));
            if (held.size() == 20) {
                for (int i = 19; i >= 0; i--) {
                    held.get(i).run();
                }
            }
        });
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Message message = message("T");
            message.putUserProperty("name", "n" + i);
            Answer answer = new Answer();
            answers.add(answer);
            producer.request(message, answer, 20_000);
        }
        for (int i = 0; i < 20; i++) {
            assertThat(answers.get(i).only()).isEqualTo("reply to n" + i);
        }
    }

    @Test
    void up061_shouldNotRequestWithAReplyWhichWouldComeBackAsItsOwnAnswer() throws Exception {
        Message request = message("T");
        MessageAccessor.putProperty(request, "CLUSTER", "c");
        MessageAccessor.putProperty(request, "CORRELATION_ID", "1");
        MessageAccessor.putProperty(request, "REPLY_TO_CLIENT", "me");
        MessageAccessor.putProperty(request, "TTL", "5");
        Message reply = MessageUtil.createReplyMessage(request, new byte[] {1});
        assertThatThrownBy(() -> producer.request(reply, 20_000))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("is a reply");
    }

    @Test
    void shouldEndWhatWaitsAtShutdown() throws Exception {
        Answer waiting = new Answer();
        producer.request(message("T"), waiting, 60_000);
        await().until(() -> a.sends() == 1);
        producer.shutdown();
        assertThat(waiting.onlyFailure()).hasMessageContaining("shut down before the reply came");
        assertThatThrownBy(() -> producer.request(message("T"), 1_000)).hasMessageContaining("SHUTDOWN_ALREADY");
    }

    @Test
    void shouldRefuseABrokenBodyAndGoOnWaiting() throws Exception {
        Queue<CompletableFuture<Reply>> pushes = new ConcurrentLinkedQueue<>();
        a.with((context, header) -> {
            a.answer(context, header, ResponseCode.SUCCESS);
            pushes.add(
                    push(context.connection(), header, "broken", MessageSysFlag.COMPRESSED_FLAG, new byte[] {1, 2, 3}));
        });
        Answer waiting = new Answer();
        producer.request(message("T"), waiting, 60_000);
        await().until(() -> !pushes.isEmpty());
        assertThat(pushes.element().get(10, TimeUnit.SECONDS).remark()).contains("cannot be read");
        assertThat(waiting.calls()).isZero();
    }

    @Test
    void shouldSendAReplyAsOneWhateverTheNamespace() throws Exception {
        Queue<Integer> codes = new ConcurrentLinkedQueue<>();
        StubBroker replies = new StubBroker(io.ferrymq.remoting.HandlerTable.builder()
                .on(
                        RequestCode.SEND_REPLY_MESSAGE_V2,
                        io.ferrymq.remoting.protocol.header.SendMessageCodec.V2,
                        (context, header, body) -> {
                            codes.add(context.code());
                            assertThat(header.topic()).isEqualTo("c_REPLY_TOPIC");
                            a.answer(context, header, ResponseCode.SUCCESS);
                        }));
        names.route("c_REPLY_TOPIC", 1, "r", replies.address());
        DefaultMQProducer spaced = started(names.address(), own -> {
            own.setNamespace("ns");
            own.setAutoBatch(true);
        });
        try {
            Message request = message("T");
            MessageAccessor.setProperties(
                    request, Map.of("CLUSTER", "c", "CORRELATION_ID", "1", "REPLY_TO_CLIENT", "me", "TTL", "5"));
            assertThat(MessageUtil.getReplyToClient(request)).isEqualTo("me");
            Message reply = MessageUtil.createReplyMessage(request, new byte[] {1});
            assertThat(reply.getProperty("TTL")).isEqualTo("5");
            assertThat(spaced.send(reply).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
            assertThat(codes).containsExactly(RequestCode.SEND_REPLY_MESSAGE_V2);
        } finally {
            spaced.shutdown();
            replies.close();
        }
    }

    @Test
    void shouldSayWhyThereCanBeNoReply() {
        MQClientException none =
                catchThrowableOfType(MQClientException.class, () -> MessageUtil.createReplyMessage(null, new byte[1]));
        assertThat(none.getResponseCode()).isEqualTo(ClientErrorCode.CREATE_REPLY_MESSAGE_EXCEPTION);
        assertThatThrownBy(() -> MessageUtil.createReplyMessage(message("T"), new byte[1]))
                .hasMessageContaining("property[CLUSTER] is null");
    }

    private static final class Answer implements RequestCallback {
        private final Queue<Object> seen = new ConcurrentLinkedQueue<>();

        @Override
        public void onSuccess(Message message) {
            seen.add(new String(message.getBody(), StandardCharsets.UTF_8));
        }

        @Override
        public void onException(Throwable e) {
            seen.add(e);
        }

        int calls() {
            return seen.size();
        }

        String only() {
            await().until(() -> !seen.isEmpty());
            assertThat(seen).hasSize(1);
            return seen.element().toString();
        }

        Throwable onlyFailure() {
            await().until(() -> !seen.isEmpty());
            assertThat(seen).hasSize(1);
            return (Throwable) seen.element();
        }
    }
}
