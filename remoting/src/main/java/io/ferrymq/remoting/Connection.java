package io.ferrymq.remoting;

import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.remoting.codec.CommandHeader;
import io.ferrymq.remoting.codec.CommandToWrite;
import io.ferrymq.remoting.codec.FrameWriter;
import io.ferrymq.remoting.codec.SerializeType;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingSendRequestException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.AttributeKey;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One open connection, seen alike from both ends: either side may call the other. Owned by its event loop, which alone touches the calls
 * under way and the answers gathered; every public method may be called from any thread.
 */
public final class Connection {
    /** Answers of one read are gathered up to this size before they are handed to the socket. */
    private static final int BURST_MAX_BYTES = 64 << 10;

    private static final int HEAD_ESTIMATE_BYTES = 384;

    private final Channel channel;
    private final SerializeType type;
    private final InetSocketAddress remote;
    private final InetSocketAddress local;
    private final PendingCalls calls;
    private final WriteQueue writes;
    private final AtomicInteger opaques = new AtomicInteger();

    // Event loop only: whether a read is being served, and its answers so far.
    private boolean reading;
    private ByteBuf burst;

    Connection(Channel channel, SerializeType type, SocketAddress remote) {
        this.channel = channel;
        this.type = type;
        this.remote =
                remote instanceof InetSocketAddress inet ? inet : InetSocketAddress.createUnresolved("unknown", 0);
        this.local = channel.localAddress() instanceof InetSocketAddress inet ? inet : this.remote;
        this.calls = new PendingCalls(channel.eventLoop(), this.remote);
        this.writes = new WriteQueue(channel);
    }

    /** The peer's address; behind a proxy that told it, the client's. */
    public InetSocketAddress remoteAddress() {
        return remote;
    }

    /** This end's address. */
    public InetSocketAddress localAddress() {
        return local;
    }

    /** {@code host:port} of the peer, numeric. */
    public String remoteText() {
        return HostAndPort.of(remote).toString();
    }

    public boolean isActive() {
        return channel.isActive();
    }

    /** False while the peer takes its answers more slowly than they come. */
    public boolean isWritable() {
        return channel.isWritable();
    }

    /** The loop on which this connection's requests are handled, for work that must stay in order with them. */
    public EventLoop eventLoop() {
        return channel.eventLoop();
    }

    /** State that a server keeps with a connection, thread-safe. */
    public <T> T attribute(AttributeKey<T> key) {
        return channel.attr(key).get();
    }

    public <T> void attribute(AttributeKey<T> key, T value) {
        channel.attr(key).set(value);
    }

    /** Hears of the connection's end; at once when it has ended already. */
    public void onClose(CloseListener listener) {
        channel.closeFuture().addListener(closed -> listener.onClosed(this));
    }

    public void close() {
        channel.close();
    }

    /**
     * Sends a request and tells of its end.
     *
     * @param timeoutMs after which the call has failed, checked every 100 ms
     */
    public void call(Request<?> request, long timeoutMs, ReplyCallback callback) {
        int opaque = opaques.getAndIncrement();
        ByteBuf frame = frame(request, opaque, 0);
        PendingCall call = new PendingCall(opaque, request.code(), timeoutMs, callback);
        writes.add(frame, () -> calls.add(call), cause -> calls.fail(call, cause));
    }

    /** Sends a request; the future fails with a {@link RemotingException}. */
    public CompletableFuture<Reply> call(Request<?> request, long timeoutMs) {
        FutureCallback future = new FutureCallback();
        call(request, timeoutMs, future);
        return future.future();
    }

    /** Sends a request that is not answered. A connection that breaks loses it silently. */
    public void oneway(Request<?> request) {
        writes.add(frame(request, opaques.getAndIncrement(), CommandHeader.FLAG_ONEWAY), null, null);
    }

    private <H> ByteBuf frame(Request<H> request, int opaque, int flag) {
        int bodyBytes = request.bodyBytes();
        ByteBuf frame = channel.alloc().directBuffer(HEAD_ESTIMATE_BYTES + bodyBytes);
        FrameWriter.writeHead(
                frame,
                type,
                new CommandToWrite<>(request.code(), flag, opaque, null, request.header(), request.codec()),
                bodyBytes);
        if (bodyBytes > 0) {
            frame.writeBytes(request.body());
        }
        return frame;
    }

    <H> void writeResponse(Response<H> response, int opaque, SerializeType requestType) {
        CommandToWrite<H> command = new CommandToWrite<>(
                response.code(),
                CommandHeader.FLAG_RESPONSE,
                opaque,
                response.remark(),
                response.header(),
                response.codec());
        ByteBuf body = response.body();
        int bodyBytes = body == null ? 0 : body.readableBytes();
        boolean gather = reading && channel.eventLoop().inEventLoop();
        ByteBuf out = gather ? burst() : channel.alloc().directBuffer(HEAD_ESTIMATE_BYTES);
        FrameWriter.writeHead(out, requestType, command, bodyBytes);
        if (!gather) {
            writes.add(out, body);
        } else if (body != null) {
            writeBurst();
            channel.write(body, channel.voidPromise());
        } else if (out.readableBytes() >= BURST_MAX_BYTES) {
            writeBurst();
        }
    }

    private ByteBuf burst() {
        if (burst == null) {
            burst = channel.alloc().directBuffer(HEAD_ESTIMATE_BYTES);
        }
        return burst;
    }

    private void writeBurst() {
        ByteBuf gathered = burst;
        burst = null;
        if (gathered != null) {
            channel.write(gathered, channel.voidPromise());
        }
    }

    /** Event loop: answers are gathered from here on. */
    void beginRead() {
        reading = true;
    }

    /** Event loop: everything gathered goes out. */
    void endRead() {
        reading = false;
        writeBurst();
        channel.flush();
    }

    /** Event loop: an answer to one of this side's calls came in. */
    void completed(CommandHeader header, ByteBuf body) {
        calls.complete(header, body);
    }

    /** Event loop: the channel is gone. */
    void closed() {
        if (burst != null) {
            burst.release();
            burst = null;
        }
        calls.failAll(new RemotingSendRequestException(
                "connection to " + remoteText() + " closed while waiting for the answer"));
    }

    @Override
    public String toString() {
        return remoteText();
    }
}
