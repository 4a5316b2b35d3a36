package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.HeaderCodec;
import io.ferrymq.remoting.codec.RecordCodec;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * An answer to a request.
 *
 * @param code one of {@link ResponseCode}
 * @param remark free text for a person, or null
 * @param header the code's response record, or null
 * @param codec writes {@code header}; null exactly when that is null
 * @param body the body, or null; whoever responds with it gives it away and it is released when written
 */
public record Response<H>(int code, String remark, H header, HeaderCodec<H> codec, ByteBuf body) {
    private static final int REASON_MAX_CHARS = 2_000;
    private static final Response<Void> SUCCESS = new Response<>(ResponseCode.SUCCESS, null, null, null, null);

    public Response {
        // A reason that repeats a value without end is cut in its middle.
        if (code != ResponseCode.SUCCESS && remark != null && remark.length() > REASON_MAX_CHARS) {
            remark = remark.substring(0, REASON_MAX_CHARS / 2) + " … "
                    + remark.substring(remark.length() - REASON_MAX_CHARS / 2);
        }
    }

    public static Response<Void> success() {
        return SUCCESS;
    }

    public static Response<Void> success(byte[] body) {
        return new Response<>(ResponseCode.SUCCESS, null, null, null, Unpooled.wrappedBuffer(body));
    }

    public static <H extends Record> Response<H> success(H header) {
        return of(ResponseCode.SUCCESS, null, header);
    }

    /** A code with its reason and nothing else. */
    public static Response<Void> of(int code, String remark) {
        return new Response<>(code, remark, null, null, null);
    }

    @SuppressWarnings("unchecked")
    public static <H extends Record> Response<H> of(int code, String remark, H header) {
        return new Response<>(code, remark, header, RecordCodec.of((Class<H>) header.getClass()), null);
    }

    public Response<H> withBody(byte[] newBody) {
        return withBody(Unpooled.wrappedBuffer(newBody));
    }

    public Response<H> withBody(ByteBuf newBody) {
        return new Response<>(code, remark, header, codec, newBody);
    }
}
