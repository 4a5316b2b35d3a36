package io.ferrymq.remoting.codec;

import java.nio.charset.StandardCharsets;

/** Header fields in the binary form: {@code int16 nameLength, name, int32 valueLength, value} (spec: remoting 1.3). */
final class BinaryFieldWriter implements FieldWriter {
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

    private final HeadBytes out;

    BinaryFieldWriter(HeadBytes out) {
        this.out = out;
    }

    @Override
    public void put(FieldName name, String value) {
        if (value != null) {
            name(name);
            int from = out.beginCounted();
            out.putText(value);
            out.endCounted(from);
        }
    }

    @Override
    public void put(FieldName name, long value) {
        name(name);
        int from = out.beginCounted();
        out.putNumber(value);
        out.endCounted(from);
    }

    @Override
    public void put(FieldName name, boolean value) {
        put(name, value ? TRUE : FALSE);
    }

    @Override
    public void put(FieldName name, byte[] utf8) {
        if (utf8 != null) {
            name(name);
            out.putInt32(utf8.length);
            out.put(utf8);
        }
    }

    private void name(FieldName name) {
        out.putInt16(name.utf8().length);
        out.put(name.utf8());
    }
}
