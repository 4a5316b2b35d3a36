package io.ferrymq.remoting;

import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.remoting.codec.CommandHeader;
import io.ferrymq.remoting.codec.CommandToWrite;
import io.ferrymq.remoting.codec.FrameWriter;
import io.ferrymq.remoting.codec.SerializeType;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingSendRequestException;
import io.ferrymq.remoting.exception.RemotingTooMuchRequestException;
import io.ferrymq.remoting.protocol.LanguageCode;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One open connection, seen alike from both ends: either side may call the other. Owned by its event loop, which alone touches the calls
 * under way and the answers gathered; every public method may be called from any thread.
 */
public final class Connection {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    /** Frames are gathered up to this size before they are handed to the socket. */
    private static final int BURST_MAX_BYTES = 64 << 10;

    /**
     * This part of the time that a connection may be idle, 10 s as a rule, it may be silent while calls are not answered: longer than a peer may
     * collect garbage or wait for its disk.
     */
    private static final int SILENT_PART = 12;

    /** A frame without its body, roughly. */
    static final int HEAD_ESTIMATE_BYTES = 512;

    private final Channel channel;
    private final SerializeType type;
    private final boolean binaryWhereRead;
    private final int frameMaxBytes;
    private final long silentMaxMs;
    // Set before the first request, on the event loop, when a proxy tells them.
    private volatile InetSocketAddress remote;
    private volatile InetSocketAddress local;
    private volatile boolean proxied;
    // Written by the event loop only.
    private volatile long lastReadNanos = System.nanoTime();
    // Why this side ended it, null when it did not or had no reason to tell.
    private volatile String endReason;
    private final PendingCalls calls;
    private final WriteQueue writes;
    private final AtomicInteger opaques = new AtomicInteger();

    // Event loop only: what the peer's answers told of it, whether a read is being served, and the frames gathered so
    // far.
    private boolean peerReadsBinary;
    private boolean reading;
    private boolean endsWhenUnanswered;
    private ByteBuf burst;
    private int expectedBytes;

    /** @param moved told of the calls that this peer sends elsewhere; null when they take that for their answer */
    Connection(Channel channel, RemotingSettings settings, SocketAddress remote, MovedCalls moved) {
        this.channel = channel;
        this.type = settings.serializeType();
        this.binaryWhereRead = settings.binaryWhereRead();
        this.frameMaxBytes = settings.frameSizeMaxBytes();
        this.silentMaxMs = settings.idleMaxMs() / SILENT_PART;
        this.remote =
                remote instanceof InetSocketAddress inet ? inet : InetSocketAddress.createUnresolved("unknown", 0);
        this.local = channel.localAddress() instanceof InetSocketAddress inet ? inet : this.remote;
        this.calls = new PendingCalls(this, channel.eventLoop(), this.remote, moved);
        this.writes = new WriteQueue(channel, this);
    }

    /** Event loop: a proxy stands between; either address may be null when it did not tell. */
    void proxied(InetSocketAddress source, InetSocketAddress destination) {
        proxied = true;
        remote = source == null ? remote : source;
        local = destination == null ? local : destination;
    }

    /** Whether the peer is a process of this machine for certain: what a proxy tells is not. */
    public boolean isFromThisMachine() {
        InetAddress ip = remote.getAddress();
        return !proxied && ip != null && ip.isLoopbackAddress();
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
        call(request, timeoutMs, callback, true);
    }

    /** @param mayMove whether the call goes elsewhere when the peer wishes so, or takes that for its answer */
    void call(Request<?> request, long timeoutMs, ReplyCallback callback, boolean mayMove) {
        if (writes.isFull()) {
            callback.onFailure(new RemotingTooMuchRequestException(
                    "more than " + WriteQueue.WAITING_MAX_BYTES + " bytes wait to be taken by " + remoteText()));
            return;
        }
        writes.add(new PendingCall(opaques.getAndIncrement(), request, timeoutMs, callback, mayMove));
    }

    /** Sends a request; the future fails with a {@link RemotingException}. */
    public CompletableFuture<Reply> call(Request<?> request, long timeoutMs) {
        FutureCallback future = new FutureCallback();
        call(request, timeoutMs, future);
        return future.future();
    }

    WriteQueue writes() {
        return writes;
    }

    /** Whether half of what may wait for the peer is free, for callers that can wait until it is. */
    boolean hasRoom() {
        return writes.hasRoom();
    }

    /** Sends a request that is not answered. A connection that breaks, or takes nothing any more, loses it silently. */
    public void oneway(Request<?> request) {
        if (!writes.isFull()) {
            writes.add(new OnewayRequest(request, opaques.getAndIncrement()));
        }
    }

    /** Event loop: registers the call and writes its request. */
    void write(PendingCall call) {
        if (!calls.add(call)) {
            return;
        }
        try {
            write(call.request(), call.opaque(), 0);
        } catch (RuntimeException e) {
            calls.fail(
                    call,
                    new RemotingSendRequestException(
                            "request to " + remoteText() + " could not be written: " + e.getMessage(), e));
        }
    }

    /**
     * Event loop: gathers a request with those around it.
     *
     * @throws IllegalArgumentException when the peer would not take a frame of this size
     */
    <H> void write(Request<H> request, int opaque, int flag) {
        int bodyBytes = request.bodyBytes();
        CommandToWrite<H> command =
                new CommandToWrite<>(request.code(), flag, opaque, null, request.header(), request.codec());
        if (burst != null && burst.readableBytes() + bodyBytes > BURST_MAX_BYTES) {
            writeBurst();
        }
        int wantedBytes = Math.max(request.sizeBytes(), Math.min(expectedBytes, BURST_MAX_BYTES));
        expectedBytes -= request.sizeBytes();
        ByteBuf out = burst(wantedBytes);
        writeHead(out, form(request), command, bodyBytes);
        if (bodyBytes > 0) {
            out.writeBytes(request.body());
        }
    }

    private SerializeType form(Request<?> request) {
        boolean binary = binaryWhereRead
                && peerReadsBinary
                && request.codec() != null
                && request.codec().prefersBinary();
        return binary ? SerializeType.ROCKETMQ : type;
    }

    /** Event loop: so much will be written before the next flush, roughly; buffers need not grow then. */
    void expect(int bytes) {
        expectedBytes = bytes;
    }

    /** Event loop: writes what is encoded already. */
    void write(ByteBuf encoded) {
        writeBurst();
        channel.write(encoded, channel.voidPromise());
    }

    /** Event loop: everything gathered goes out. */
    void flush() {
        writeBurst();
        channel.flush();
    }

    /** Writes all of a frame but its body; when that fails nothing was written. */
    private <H> void writeHead(ByteBuf out, SerializeType form, CommandToWrite<H> command, int bodyBytes) {
        int start = out.writerIndex();
        try {
            FrameWriter.writeHead(out, form, command, bodyBytes);
            long frameBytes = (long) out.writerIndex() - start + bodyBytes;
            if (frameBytes > frameMaxBytes) {
                throw new IllegalArgumentException("frame of " + frameBytes + " bytes, the limit is " + frameMaxBytes
                        + " (JVM property com.rocketmq.remoting.frameMaxLength)");
            }
        } catch (RuntimeException e) {
            out.writerIndex(start);
            throw e;
        }
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
        ByteBuf out = gather ? burst(HEAD_ESTIMATE_BYTES) : channel.alloc().directBuffer(HEAD_ESTIMATE_BYTES);
        try {
            writeHead(out, requestType, command, bodyBytes);
        } catch (RuntimeException e) {
            ReferenceCountUtil.release(body);
            if (!gather) {
                out.release();
            }
            LOG.warn("answer {} to {} could not be written: {}", response.code(), remoteText(), e.toString());
            String reason = "the answer could not be written: " + e.getMessage();
            writeResponse(Response.of(ResponseCode.SYSTEM_ERROR, reason), opaque, requestType);
            return;
        }
        if (!gather) {
            writes.add(new Frame(out, body));
        } else if (body != null) {
            write(body);
        } else if (out.readableBytes() >= BURST_MAX_BYTES) {
            writeBurst();
        }
    }

    private ByteBuf burst(int bytes) {
        if (burst == null) {
            burst = channel.alloc().directBuffer(bytes);
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
        flush();
    }

    /** Event loop: an answer to one of this side's calls came in. */
    void completed(CommandHeader header, ByteBuf body) {
        if (!peerReadsBinary) {
            peerReadsBinary =
                    header.language() == LanguageCode.JAVA && header.version() >= ProtocolVersion.BINARY_HEADER_MIN;
        }
        calls.complete(header, body);
    }

    /** Event loop: something was read. */
    void heard() {
        lastReadNanos = System.nanoTime();
    }

    /** Since when nothing was read. */
    long silentMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastReadNanos);
    }

    /** Event loop: this side made the connection, and may make another one. */
    void endWhenUnanswered() {
        endsWhenUnanswered = true;
    }

    /**
     * Event loop: calls were not answered in time. When nothing else has come either, the way to the peer may be gone without a word, as behind a
     * firewall that has forgotten it: a new connection finds out.
     */
    void unanswered() {
        if (endsWhenUnanswered) {
            endIfSilent(silentMaxMs);
        }
    }

    /** Any thread: gives the connection up if nothing at all was read for so long; what waits for an answer fails. */
    void endIfSilent(long silentMinMs) {
        long silentMs = silentMs();
        if (silentMs >= silentMinMs && channel.isActive()) {
            endReason = "calls are not answered, and nothing came for " + silentMs + " ms";
            LOG.info("connection {} closed: {}", this, endReason);
            channel.close();
        }
    }

    /** Event loop: the channel is gone. */
    void closed() {
        if (burst != null) {
            burst.release();
            burst = null;
        }
        calls.failAll(new RemotingSendRequestException("connection to " + remoteText()
                + " closed while waiting for the answer"
                + (endReason == null ? "" : ", by this side: " + endReason)));
    }

    @Override
    public String toString() {
        return remoteText();
    }
}
