package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.CommandHeader;
import io.ferrymq.remoting.codec.MalformedFrameException;
import io.ferrymq.remoting.codec.SerializeType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts a connection's bytes into frames (spec: remoting 1.1) and hands each, header read and body still in the socket's buffer, to the
 * dispatcher before the next is looked at.
 */
final class FrameDecoder extends ByteToMessageDecoder {
    private static final int SCRATCH_KEEP_MAX_BYTES = 16 << 10;
    private static final int HEADER_LENGTH_MASK = 0xFFFFFF;

    private final int frameSizeMaxBytes;
    private final Dispatcher dispatcher;
    private final Connection connection;
    private final CommandHeader header = new CommandHeader();
    private byte[] scratch = new byte[512];

    FrameDecoder(int frameSizeMaxBytes, Dispatcher dispatcher, Connection connection) {
        this.frameSizeMaxBytes = frameSizeMaxBytes;
        this.dispatcher = dispatcher;
        this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        connection.beginRead();
        super.channelRead(ctx, msg);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
        connection.endRead();
        dispatcher.burstServed();
        super.channelReadComplete(ctx);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        while (in.readableBytes() >= Integer.BYTES && ctx.channel().isActive()) {
            int start = in.readerIndex();
            int length = in.getInt(start);
            // The limit counts the length field itself (spec: remoting 1.1).
            if (length < Integer.BYTES || length > frameSizeMaxBytes - Integer.BYTES) {
                throw new MalformedFrameException("frame of " + (length & 0xFFFFFFFFL) + " bytes; allowed are 4 to "
                        + (frameSizeMaxBytes - Integer.BYTES));
            }
            if (in.readableBytes() < Integer.BYTES + length) {
                return;
            }
            int end = start + Integer.BYTES + length;
            int bodyFrom = readHeader(in, start + Integer.BYTES, end);
            in.readerIndex(end);
            dispatcher.dispatch(
                    connection, header, bodyFrom == end ? Unpooled.EMPTY_BUFFER : in.slice(bodyFrom, end - bodyFrom));
            if (scratch.length > SCRATCH_KEEP_MAX_BYTES) {
                scratch = new byte[SCRATCH_KEEP_MAX_BYTES];
            }
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
