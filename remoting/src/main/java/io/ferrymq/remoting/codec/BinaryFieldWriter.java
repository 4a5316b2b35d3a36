package io.ferrymq.remoting.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;

/** Header fields in the binary form: {@code int16 nameLength, name, int32 valueLength, value} (spec: remoting 1.3). */
final class BinaryFieldWriter implements FieldWriter {
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

    private final ByteBuf out;

    BinaryFieldWriter(ByteBuf out) {
        this.out = out;
    }

    @Override
    public void put(FieldName name, String value) {
        if (value != null) {
            name(name);
            out.writeInt(ByteBufUtil.utf8Bytes(value));
            ByteBufUtil.writeUtf8(out, value);
        }
    }

    @Override
    public void put(FieldName name, long value) {
        name(name);
        int lengthAt = out.writerIndex();
        out.writeInt(0);
        Decimals.write(out, value);
        out.setInt(lengthAt, out.writerIndex() - lengthAt - Integer.BYTES);
    }

    @Override
    public void put(FieldName name, boolean value) {
        put(name, value ? TRUE : FALSE);
    }

    @Override
    public void put(FieldName name, byte[] utf8) {
        if (utf8 != null) {
            name(name);
            out.writeInt(utf8.length).writeBytes(utf8);
        }
    }

    private void name(FieldName name) {
        out.writeShort(name.utf8().length).writeBytes(name.utf8());
    }
}
