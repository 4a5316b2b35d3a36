package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.HeaderCodec;
import io.ferrymq.remoting.codec.HeaderFields;
import io.ferrymq.remoting.codec.RecordCodec;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * A peer's answer to a request: detached from the connection's buffers, unless the call said that it {@link ReplyCallback#readsReplyAtOnce reads
 * it at once}.
 */
public final class Reply {
    private static final byte[] NO_BODY = {};

    private final int code;
    private final String remark;
    private final int version;
    private final HeaderFields fields;
    private final ByteBuf body;

    /** @param body the connection's own when the answer is read at once, else a copy on the heap */
    Reply(int code, String remark, int version, HeaderFields fields, ByteBuf body) {
        this.code = code;
        this.remark = remark;
        this.version = version;
        this.fields = fields;
        this.body = body;
    }

    /** One of {@link ResponseCode}. */
    public int code() {
        return code;
    }

    public boolean isSuccess() {
        return code == ResponseCode.SUCCESS;
    }

    /** The peer's free text, or null. */
    public String remark() {
        return remark;
    }

    /** The peer's protocol version (spec: remoting 1.6). */
    public int version() {
        return version;
    }

    /** The header as its record. Not for two threads at once. */
    public <H> H header(HeaderCodec<H> codec) {
        fields.rewind();
        return codec.decode(fields);
    }

    public <H extends Record> H header(Class<H> type) {
        return header(RecordCodec.of(type));
    }

    /** All header fields. Not for two threads at once. */
    public Map<String, String> fields() {
        return fields.toMap();
    }

    /** The body, empty when there was none. Not to be changed. */
    public byte[] body() {
        if (!body.isReadable()) {
            return NO_BODY;
        }
        boolean whole = body.hasArray() && body.arrayOffset() == 0 && body.array().length == body.readableBytes();
        return whole ? body.array() : ByteBufUtil.getBytes(body);
    }

    /** The body where it lies, big-endian; for a call that reads its answer at once it is gone afterwards. */
    public ByteBuffer bodyBuffer() {
        return body.nioBuffer();
    }
}
