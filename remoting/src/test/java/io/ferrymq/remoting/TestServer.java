package io.ferrymq.remoting;

import io.ferrymq.remoting.protocol.ResponseCode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A server that echoes, tells who asks, and says no. */
final class TestServer implements AutoCloseable {
    static final int ECHO = 9001;
    static final int WHO = 9002;
    static final int NO_ROUTE = 105;
    /** Asks for {@code number} bytes. */
    static final int BYTES = 9003;

    /** One request: as JSON header, echoed. */
    static final String ECHO_JSON =
            "{\"code\":9001,\"extFields\":{\"text\":\"hi\",\"number\":\"5\"},\"flag\":0,\"language\":\"JAVA\","
                    + "\"opaque\":7,\"version\":479}";

    static final String WHO_JSON = "{\"code\":9002,\"opaque\":8}";

    public record EchoHeader(String text, int number, Long maybe) {}

    final IoThreads threads = new IoThreads("test-server", 1);
    final InetSocketAddress address;
    private final RemotingServer server;

    TestServer(RemotingSettings settings) throws Exception {
        HandlerTable table = HandlerTable.builder()
                .on(
                        ECHO,
                        EchoHeader.class,
                        (ctx, header, body) ->
                                ctx.respond(Response.success(header).withBody(body.retainedDuplicate())))
                .on(
                        WHO,
                        (ctx, header, body) -> ctx.respond(Response.success(
                                (ctx.connection() + (ctx.connection().isFromThisMachine() ? " here" : " far"))
                                        .getBytes(StandardCharsets.UTF_8))))
                .on(
                        BYTES,
                        EchoHeader.class,
                        (ctx, header, body) -> ctx.respond(Response.success(new byte[header.number()])))
                .on(NO_ROUTE, (ctx, header, body) -> ctx.respond(ResponseCode.TOPIC_NOT_EXIST, "no such topic"))
                .build();
        server = new RemotingServer(threads, settings, () -> {}, connection -> {});
        address = server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), table);
    }

    RawPeer peer() throws Exception {
        return RawPeer.connect(address);
    }

    String text() {
        return "127.0.0.1:" + address.getPort();
    }

    @Override
    public void close() {
        server.close();
        threads.close();
    }
}
