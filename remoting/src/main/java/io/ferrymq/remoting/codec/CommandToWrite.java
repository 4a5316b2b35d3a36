package io.ferrymq.remoting.codec;

/**
 * What a frame's header says, apart from what is the same in every frame of this process.
 *
 * @param remark free text or null
 * @param header the command's record, or null when it has no header fields
 * @param codec writes {@code header}; null exactly when that is null
 */
public record CommandToWrite<H>(int code, int flag, int opaque, String remark, H header, HeaderCodec<H> codec) {
    void writeFields(FieldWriter out) {
        if (header != null) {
            codec.encode(header, out);
        }
    }
}
