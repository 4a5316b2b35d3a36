package io.ferrymq.client.testing;

import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageCodec;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import io.ferrymq.remoting.protocol.header.UnregisterClientRequestHeader;
import io.ferrymq.remoting.protocol.heartbeat.HeartbeatData;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A broker that answers sends as it is told, and remembers them. */
public final class StubBroker implements AutoCloseable {
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final List<HeartbeatData> heartbeats = new CopyOnWriteArrayList<>();
    private final List<UnregisterClientRequestHeader> unregistered = new CopyOnWriteArrayList<>();
    private final AtomicLong offset = new AtomicLong();
    private final AtomicLong sends = new AtomicLong();
    private final StubServer server;
    private volatile boolean remembers = true;
    private volatile BiConsumer<RequestContext, SendMessageRequestHeader> behaviour = this::store;

    public record Received(int code, SendMessageRequestHeader header, byte[] body) {}

    public StubBroker() {
        this(HandlerTable.builder());
    }

    public StubBroker(InetAddress host) {
        this(host, HandlerTable.builder());
    }

    /** @param more handlers of the test's own */
    public StubBroker(HandlerTable.Builder more) {
        this(InetAddress.getLoopbackAddress(), more);
    }

    private StubBroker(InetAddress host, HandlerTable.Builder more) {
        server = new StubServer(
                host,
                more.on(RequestCode.SEND_MESSAGE_V2, SendMessageCodec.V2, this::send)
                        .on(RequestCode.SEND_MESSAGE, SendMessageCodec.V1, this::send)
                        .on(RequestCode.SEND_BATCH_MESSAGE, SendMessageCodec.V2, this::send)
                        .on(RequestCode.HEART_BEAT, this::heartbeat)
                        .on(
                                RequestCode.UNREGISTER_CLIENT,
                                UnregisterClientRequestHeader.class,
                                (context, header, body) -> {
                                    unregistered.add(header);
                                    context.respond(Response.success());
                                })
                        .build());
    }

    private void heartbeat(RequestContext context, Void header, ByteBuf body) {
        heartbeats.add(Json.decode(ByteBufUtil.getBytes(body), HeartbeatData.class));
        context.respond(Response.success());
    }

    private void send(RequestContext context, SendMessageRequestHeader header, ByteBuf body) {
        sends.incrementAndGet();
        if (remembers) {
            received.add(new Received(context.code(), header, ByteBufUtil.getBytes(body)));
        }
        behaviour.accept(context, header);
    }

    private void store(RequestContext context, SendMessageRequestHeader header) {
        answer(context, header, ResponseCode.SUCCESS);
    }

    /** Stored: this many messages from an offset on. */
    public void answer(RequestContext context, SendMessageRequestHeader header, long firstOffset, int count) {
        String ids = IntStream.range(0, count)
                .mapToObj(i -> "7F00000100002A9F%016X".formatted(i))
                .collect(Collectors.joining(","));
        context.respond(Response.of(
                ResponseCode.SUCCESS,
                null,
                new SendMessageResponseHeader(ids, header.queueId(), firstOffset, null, null, null, null, true)));
    }

    public void answer(RequestContext context, SendMessageRequestHeader header, int code) {
        context.respond(Response.of(
                code,
                null,
                new SendMessageResponseHeader(
                        "7F00000100002A9F0000000000000000",
                        header.queueId(),
                        offset.getAndIncrement(),
                        null,
                        null,
                        null,
                        null,
                        true)));
    }

    /** Stores every send from now on. */
    public StubBroker storing() {
        behaviour = this::store;
        return this;
    }

    /** Does this with every send from now on. */
    public StubBroker with(BiConsumer<RequestContext, SendMessageRequestHeader> sendBehaviour) {
        behaviour = sendBehaviour;
        return this;
    }

    /** Refuses every send from now on. */
    public StubBroker refusing(int code, String remark) {
        return with((context, header) -> context.respond(code, remark));
    }

    /** Takes sends and never answers. */
    public StubBroker silent() {
        return with((context, header) -> {});
    }

    /** Only counts sends, for tests with very many. */
    public StubBroker forgetful() {
        remembers = false;
        return this;
    }

    public List<Received> received() {
        return received;
    }

    public long sends() {
        return sends.get();
    }

    public List<HeartbeatData> heartbeats() {
        return heartbeats;
    }

    public List<UnregisterClientRequestHeader> unregistered() {
        return unregistered;
    }

    public String address() {
        return server.address();
    }

    public StubServer server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
    }
}
