package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.HeaderCodec;
import io.ferrymq.remoting.codec.RecordCodec;

/**
 * A request to a peer.
 *
 * @param code one of {@link io.ferrymq.remoting.protocol.RequestCode}
 * @param header the code's header record, or null
 * @param codec writes {@code header}; null exactly when that is null
 * @param body the body's bytes, not copied; null or empty for none
 */
public record Request<H>(int code, H header, HeaderCodec<H> codec, byte[] body) {
    /** A request without header fields and body. */
    public static Request<Void> of(int code) {
        return new Request<>(code, null, null, null);
    }

    /** A request whose header record is written by its component names. */
    @SuppressWarnings("unchecked")
    public static <H extends Record> Request<H> of(int code, H header) {
        return new Request<>(code, header, RecordCodec.of((Class<H>) header.getClass()), null);
    }

    /** A request with a body and no header fields. */
    public static Request<Void> of(int code, byte[] body) {
        return new Request<>(code, null, null, body);
    }

    public Request<H> withBody(byte[] newBody) {
        return new Request<>(code, header, codec, newBody);
    }

    /** What the frame takes, roughly. */
    int sizeBytes() {
        return Connection.HEAD_ESTIMATE_BYTES + bodyBytes();
    }

    int bodyBytes() {
        return body == null ? 0 : body.length;
    }
}
