package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.CommandHeader;
import io.ferrymq.remoting.codec.MalformedFrameException;
import io.ferrymq.remoting.codec.SerializeType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Cuts a connection's bytes into frames (spec: remoting 1.1) and hands each, header read and body still in the socket's buffer, to the
 * dispatcher before the next is looked at. Only a frame that came in pieces is put together in a buffer of its own.
 */
final class FrameDecoder extends ChannelInboundHandlerAdapter {
    private static final int SCRATCH_KEEP_MAX_BYTES = 16 << 10;
    private static final int HEADER_LENGTH_MASK = 0xFFFFFF;
    /** A longer frame gets memory as its bytes come: a length alone must not take any. */
    private static final int PARTIAL_INITIAL_MAX_BYTES = 64 << 10;

    private final int frameSizeMaxBytes;
    private final Dispatcher dispatcher;
    private final Connection connection;
    private final CommandHeader header = new CommandHeader();
    private byte[] scratch = new byte[512];
    // The beginning of a frame whose rest has not come yet, or null.
    private ByteBuf partial;
    // Set by bytes that are no frame: nothing behind them has a meaning.
    private boolean broken;

    FrameDecoder(int frameSizeMaxBytes, Dispatcher dispatcher, Connection connection) {
        this.frameSizeMaxBytes = frameSizeMaxBytes;
        this.dispatcher = dispatcher;
        this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        ByteBuf in = (ByteBuf) msg;
        connection.beginRead();
        Wakeups wakeups = Wakeups.ofThisThread();
        AfterRead afterRead = AfterRead.ofThisThread();
        wakeups.gather(connection.writes());
        afterRead.begin();
        try {
            if (!broken && completePartial(ctx, in)) {
                decode(ctx, in);
            }
        } catch (RuntimeException e) {
            broken = true;
            throw e;
        } finally {
            wakeups.end();
            afterRead.end();
            in.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        connection.endRead();
        dispatcher.burstServed();
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        releasePartial();
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        releasePartial();
    }

    private void releasePartial() {
        if (partial != null) {
            partial.release();
            partial = null;
        }
    }

    /** Gives the frame that has begun what it lacks; false when it lacks more. */
    private boolean completePartial(ChannelHandlerContext ctx, ByteBuf in) {
        if (partial == null) {
            return true;
        }
        if (!fill(in, Integer.BYTES) || !fill(in, Integer.BYTES + length(partial))) {
            return false;
        }
        ByteBuf whole = partial;
        partial = null;
        try {
            if (ctx.channel().isActive()) {
                frame(whole, whole.readableBytes());
            }
        } finally {
            whole.release();
        }
        return true;
    }

    private boolean fill(ByteBuf in, int wantedBytes) {
        int missing = wantedBytes - partial.readableBytes();
        if (missing > 0) {
            partial.writeBytes(in, Math.min(missing, in.readableBytes()));
        }
        return partial.readableBytes() >= wantedBytes;
    }

    private void decode(ChannelHandlerContext ctx, ByteBuf in) {
        while (in.isReadable() && ctx.channel().isActive()) {
            int readable = in.readableBytes();
            int frameBytes = readable < Integer.BYTES ? Integer.MAX_VALUE : Integer.BYTES + length(in);
            if (readable < frameBytes) {
                partial = ctx.alloc().directBuffer(Math.max(readable, Math.min(frameBytes, PARTIAL_INITIAL_MAX_BYTES)));
                partial.writeBytes(in);
                return;
            }
            frame(in, frameBytes);
        }
    }

    /** What the length field at the reader's place says. */
    private int length(ByteBuf in) {
        int length = in.getInt(in.readerIndex());
        // The limit counts the length field itself (spec: remoting 1.1).
        if (length < Integer.BYTES || length > frameSizeMaxBytes - Integer.BYTES) {
            throw new MalformedFrameException("frame of " + (length & 0xFFFFFFFFL) + " bytes; allowed are 4 to "
                    + (frameSizeMaxBytes - Integer.BYTES));
        }
        return length;
    }

    private void frame(ByteBuf in, int frameBytes) {
        int start = in.readerIndex();
        int end = start + frameBytes;
        int bodyFrom = readHeader(in, start + Integer.BYTES, end);
        in.readerIndex(end);
        dispatcher.dispatch(
                connection, header, bodyFrom == end ? Unpooled.EMPTY_BUFFER : in.slice(bodyFrom, end - bodyFrom));
        if (scratch.length > SCRATCH_KEEP_MAX_BYTES) {
            scratch = new byte[SCRATCH_KEEP_MAX_BYTES];
        }
    }

    private int readHeader(ByteBuf in, int markerAt, int frameEnd) {
        int marker = in.getInt(markerAt);
        int headerBytes = marker & HEADER_LENGTH_MASK;
        int form = marker >>> 24;
        int headerFrom = markerAt + Integer.BYTES;
        if (headerBytes > frameEnd - headerFrom || form > 1) {
            throw new MalformedFrameException("frame marker " + Integer.toHexString(marker) + " in a frame of "
                    + (frameEnd - markerAt) + " bytes");
        }
        if (scratch.length < headerBytes) {
            scratch = new byte[Math.max(headerBytes, scratch.length * 2)];
        }
        in.getBytes(headerFrom, scratch, 0, headerBytes);
        header.read(form == 0 ? SerializeType.JSON : SerializeType.ROCKETMQ, scratch, headerBytes);
        return headerFrom + headerBytes;
    }
}
