package io.ferrymq.remoting.codec;

import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.netty.buffer.ByteBuf;

/**
 * Writes frames (spec: remoting 1.1).
 *
 * <pre>
 * |length 4|form 1|headerLength 3|header …|body …|      length counts what follows it
 * </pre>
 */
public final class FrameWriter {
    /** Length field and marker. */
    public static final int PREFIX_BYTES = 8;

    private static final int HEADER_MAX_BYTES = 0xFFFFFF;

    private FrameWriter() {}

    /**
     * Writes the frame up to its body, which the caller adds.
     *
     * @param type the wished form; a code that does not fit the binary form goes out as JSON
     * @param bodyBytes the body's length
     */
    public static <H> void writeHead(ByteBuf out, SerializeType type, CommandToWrite<H> command, int bodyBytes) {
        int start = out.writerIndex();
        out.writeLong(0);
        boolean json = type == SerializeType.JSON || !BinaryHeader.canCarry(command.code());
        if (json) {
            JsonHeader.write(out, command, ProtocolVersion.CURRENT);
        } else {
            BinaryHeader.write(out, command, ProtocolVersion.CURRENT);
        }
        int headerBytes = out.writerIndex() - start - PREFIX_BYTES;
        if (headerBytes > HEADER_MAX_BYTES) {
            throw new IllegalArgumentException("header of " + headerBytes + " bytes, the limit is " + HEADER_MAX_BYTES);
        }
        SerializeType written = json ? SerializeType.JSON : SerializeType.ROCKETMQ;
        out.setInt(start, Integer.BYTES + headerBytes + bodyBytes);
        out.setInt(start + Integer.BYTES, (written.code() << 24) | headerBytes);
    }
}
