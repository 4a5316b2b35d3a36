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
            int from = out.beginField(name.utf8());
            out.putText(value);
            out.endCounted(from);
        }
    }

    @Override
    public void put(FieldName name, long value) {
        int from = out.beginField(name.utf8());
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
            int from = out.beginField(name.utf8());
            out.put(utf8);
            out.endCounted(from);
        }
    }
}
