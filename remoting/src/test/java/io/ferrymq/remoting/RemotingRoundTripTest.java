package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.remoting.codec.SerializeType;
import io.ferrymq.remoting.exception.RemotingConnectException;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingSendRequestException;
import io.ferrymq.remoting.exception.RemotingTimeoutException;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RemotingRoundTripTest {
    private static final int ECHO = 9001;
    private static final int ECHO_ON_WORKER = 9002;
    private static final int SILENT = 9003;
    private static final int FAILING = 9004;
    private static final int CALL_BACK = 9005;
    private static final int CLIENT_ECHO = 9006;
    private static final int CLOSE = 9007;

    public record EchoHeader(String text, int number, Long maybe) {}

    private final IoThreads threads = new IoThreads("test", 2);
    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private final CompletableFuture<Connection> accepted = new CompletableFuture<>();
    private RemotingServer server;
    private RemotingClient client;
    private String address;

    @BeforeEach
    void start() throws Exception {
        HandlerTable table = HandlerTable.builder()
                .on(
                        ECHO,
                        EchoHeader.class,
                        (ctx, header, body) ->
                                ctx.respond(Response.success(header).withBody(body.retainedDuplicate())))
                .on(
                        worker,
                        ECHO_ON_WORKER,
                        EchoHeader.class,
                        (ctx, header, body) ->
                                ctx.respond(Response.success(header).withBody(body.copy())))
                .on(SILENT, (ctx, header, body) -> {})
                .on(FAILING, (ctx, header, body) -> {
                    throw new IllegalArgumentException("no such luck");
                })
                .on(CLOSE, (ctx, header, body) -> ctx.connection().close())
                .on(CALL_BACK, (ctx, header, body) -> ctx.connection()
                        .call(Request.of(CLIENT_ECHO, new EchoHeader("from server", 1, null)), 3000)
                        .thenAccept(reply -> ctx.respond(Response.success(reply.body()))))
                .build();
        server = new RemotingServer(threads, RemotingSettings.defaults(), () -> {}, accepted::complete);
        InetSocketAddress bound = server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), table);
        address = "127.0.0.1:" + bound.getPort();
        client = client(SerializeType.JSON);
    }

    private RemotingClient client(SerializeType type) {
        HandlerTable callbacks = HandlerTable.builder()
                .on(
                        CLIENT_ECHO,
                        EchoHeader.class,
                        (ctx, header, body) ->
                                ctx.respond(Response.success(header.text().getBytes(StandardCharsets.UTF_8))))
                .build();
        return new RemotingClient(threads, RemotingSettings.defaults().withSerializeType(type), callbacks);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        threads.close();
        worker.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void shouldCarryHeaderAndBodyInBothForms(SerializeType type) throws Exception {
        try (RemotingClient typed = client(type)) {
            EchoHeader header = new EchoHeader("tab\tquote\"Ä\u0001", -7, 42L);
            for (int code : new int[] {ECHO, ECHO_ON_WORKER}) {
                Reply reply = typed.call(address, Request.of(code, header).withBody(new byte[] {1, 2, 3}), 3000);
                assertThat(reply.code()).isZero();
                assertThat(reply.header(EchoHeader.class)).isEqualTo(header);
                assertThat(reply.body()).containsExactly(1, 2, 3);
            }
        }
    }

    @Test
    void shouldAnswerManyRequestsInFlight() throws Exception {
        List<CompletableFuture<Reply>> replies = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            replies.add(client.callAsync(address, Request.of(ECHO, new EchoHeader("t", i, null)), 30_000));
        }
        for (int i = 0; i < replies.size(); i++) {
            assertThat(replies.get(i)
                            .get(30, TimeUnit.SECONDS)
                            .header(EchoHeader.class)
                            .number())
                    .isEqualTo(i);
        }
    }

    @Test
    void shouldNameAnUnknownCode() throws Exception {
        Reply reply = client.call(address, Request.of(4711), 3000);
        assertThat(reply.code()).isEqualTo(ResponseCode.REQUEST_CODE_NOT_SUPPORTED);
        assertThat(reply.remark()).isEqualTo(" request type 4711 not supported");
    }

    @Test
    void shouldAnswerWithTheReasonWhenAHandlerFails() throws Exception {
        Reply reply = client.call(address, Request.of(FAILING), 3000);
        assertThat(reply.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(reply.remark()).contains("no such luck");
    }

    @Test
    void shouldNameAMissingHeaderField() throws Exception {
        Reply reply = client.call(address, Request.of(ECHO), 3000);
        assertThat(reply.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(reply.remark()).contains("'text'").contains("missing");
    }

    @Test
    void shouldTimeOutWhenNothingComes() {
        assertThatThrownBy(() -> client.call(address, Request.of(SILENT), 150))
                .isInstanceOf(RemotingTimeoutException.class);
        assertThat(client.callAsync(address, Request.of(SILENT), 150))
                .failsWithin(5, TimeUnit.SECONDS)
                .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                .withCauseInstanceOf(RemotingTimeoutException.class);
    }

    @Test
    void shouldFailWaitingCallsWhenTheConnectionBreaks() {
        assertThatThrownBy(() -> client.call(address, Request.of(CLOSE), 5000))
                .isInstanceOf(RemotingSendRequestException.class);
    }

    @Test
    void shouldTellThatNobodyListens() {
        server.close();
        assertThatThrownBy(() -> client.call(address, Request.of(ECHO), 3000)).isInstanceOf(RemotingException.class);
        assertThatThrownBy(() -> client.call("127.0.0.1:1", Request.of(ECHO), 3000))
                .isInstanceOf(RemotingConnectException.class)
                .hasMessage("connect to 127.0.0.1:1 failed: Connection refused")
                .hasCauseInstanceOf(ConnectException.class);
    }

    @Test
    void shouldLetTheServerCallTheClient() throws Exception {
        Reply reply = client.call(address, Request.of(CALL_BACK), 3000);
        assertThat(new String(reply.body(), StandardCharsets.UTF_8)).isEqualTo("from server");
    }

    @Test
    void shouldSendNewerClientsAwayWhileShuttingDown() throws Exception {
        server.leave();
        assertThat(client.call(address, Request.of(ECHO, new EchoHeader("x", 1, null)), 3000)
                        .code())
                .isEqualTo(ResponseCode.GO_AWAY);
    }

    @Test
    void shouldRunHooksAroundARequest() throws Exception {
        List<String> seen = new ArrayList<>();
        client.registerHook(new RPCHook() {
            @Override
            public void doBeforeRequest(String remoteAddr, io.ferrymq.remoting.protocol.RemotingCommand request) {
                request.addExtField("text", "changed");
                seen.add("before " + request.getCode());
            }

            @Override
            public void doAfterResponse(
                    String remoteAddr,
                    io.ferrymq.remoting.protocol.RemotingCommand request,
                    io.ferrymq.remoting.protocol.RemotingCommand response) {
                seen.add("after " + response.getExtFields().get("text"));
            }
        });
        Reply reply = client.call(address, Request.of(ECHO, new EchoHeader("x", 1, null)), 3000);
        assertThat(reply.header(EchoHeader.class).text()).isEqualTo("changed");
        assertThat(seen).containsExactly("before " + ECHO, "after changed");
    }
}
