package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The body of a registration in its three forms: JSON, compressed, and the bare table of topics that brokers before 3.0.11 send. Official
 * 5.x brokers say "not compressed" of compressed bodies, so the form is read off the first byte.
 */
public final class RegisterBrokerBodyCodec {
    /** First byte of a zlib stream with the usual window, in which JSON never starts. */
    private static final byte ZLIB = 0x78;

    private static final int CRC_MASK = 0x7FFFFFFF;

    private RegisterBrokerBodyCodec() {}

    public static byte[] encode(RegisterBrokerBody body) {
        return Json.encode(body);
    }

    /** The compressed form. It has no place for the order flag and the system flag of topics. */
    public static byte[] encodeCompressed(RegisterBrokerBody body) {
        return CompressedRegistration.write(body);
    }

    /** @throws JsonException when it is none of the three forms */
    public static RegisterBrokerBody decode(byte[] body, int brokerVersion) {
        if (body == null || body.length == 0) {
            return new RegisterBrokerBody(null, null);
        }
        if (body[0] == ZLIB) {
            return CompressedRegistration.read(body);
        }
        if (brokerVersion < ProtocolVersion.REGISTER_BODY_MIN) {
            return new RegisterBrokerBody(Json.decode(body, TopicConfigSerializeWrapper.class), List.of());
        }
        return Json.decode(body, RegisterBrokerBody.class);
    }

    /** What {@code bodyCrc32} of the request header holds. */
    public static int crc32(byte[] body) {
        CRC32 crc = new CRC32();
        crc.update(body);
        return (int) crc.getValue() & CRC_MASK;
    }
}
