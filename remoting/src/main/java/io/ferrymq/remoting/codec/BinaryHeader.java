package io.ferrymq.remoting.codec;

import io.ferrymq.remoting.protocol.LanguageCode;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * The binary header form (spec: remoting 1.3).
 *
 * <pre>
 * |code 2|language 1|version 2|opaque 4|flag 4|remarkLength 4|remark …|fieldsLength 4|fields …|
 * </pre>
 */
final class BinaryHeader {
    private static final int LANGUAGE_OFFSET = 2;
    private static final int VERSION_OFFSET = 3;
    private static final int OPAQUE_OFFSET = 5;
    private static final int FLAG_OFFSET = 9;
    private static final int REMARK_LENGTH_OFFSET = 13;
    private static final int REMARK_OFFSET = 17;

    private BinaryHeader() {}

    /** Codes of the pop family do not fit the two bytes of this form and travel as JSON. */
    static boolean canCarry(int code) {
        return code >= Short.MIN_VALUE && code <= Short.MAX_VALUE;
    }

    static void read(byte[] bytes, int length, CommandHeader into) {
        if (length < REMARK_OFFSET + Integer.BYTES) {
            throw new MalformedFrameException("binary header of " + length + " bytes, at least 21 expected");
        }
        into.code = int16(bytes, 0);
        LanguageCode known = LanguageCode.ofCode(bytes[LANGUAGE_OFFSET]);
        into.language = known == null ? LanguageCode.OTHER : known;
        into.version = int16(bytes, VERSION_OFFSET);
        into.opaque = int32(bytes, OPAQUE_OFFSET);
        into.flag = int32(bytes, FLAG_OFFSET);
        int remarkLength = checkedLength(bytes, REMARK_LENGTH_OFFSET, length - Integer.BYTES, "remark");
        if (remarkLength > 0) {
            into.remark = new String(bytes, REMARK_OFFSET, remarkLength, StandardCharsets.UTF_8);
        }
        int fieldsLengthAt = REMARK_OFFSET + remarkLength;
        int fieldsLength = checkedLength(bytes, fieldsLengthAt, length, "fields");
        int fieldsFrom = fieldsLengthAt + Integer.BYTES;
        into.fields.reset(SerializeType.ROCKETMQ, bytes, fieldsFrom, fieldsFrom + fieldsLength);
    }

    private static int checkedLength(byte[] bytes, int at, int to, String what) {
        int length = int32(bytes, at);
        if (length < 0 || length > to - at - Integer.BYTES) {
            throw new MalformedFrameException("binary header: " + what + " length " + length + " does not fit");
        }
        return length;
    }

    static <H> void write(ByteBuf out, CommandToWrite<H> command, int version) {
        HeadBytes head = HeadBytes.ofThread();
        try {
            write(head, command, version);
            head.moveTo(out);
        } catch (RuntimeException e) {
            head.clear();
            throw e;
        }
    }

    private static <H> void write(HeadBytes head, CommandToWrite<H> command, int version) {
        head.putInt16(command.code());
        head.put((char) LanguageCode.JAVA.code());
        head.putInt16(version);
        head.putInt32(command.opaque());
        head.putInt32(command.flag());
        int remarkFrom = head.beginCounted();
        if (command.remark() != null) {
            head.putText(command.remark());
        }
        head.endCounted(remarkFrom);
        int fieldsFrom = head.beginCounted();
        command.writeFields(new BinaryFieldWriter(head));
        head.endCounted(fieldsFrom);
    }

    static int int32(byte[] b, int at) {
        return (b[at] << 24) | ((b[at + 1] & 0xFF) << 16) | ((b[at + 2] & 0xFF) << 8) | (b[at + 3] & 0xFF);
    }

    private static short int16(byte[] b, int at) {
        return (short) ((b[at] << 8) | (b[at + 1] & 0xFF));
    }
}
