package io.ferrymq.remoting.codec;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Header fields as members of the JSON header's {@code extFields}, every value a string (spec: remoting 1.2). */
final class JsonFieldWriter implements FieldWriter {
    private static final byte[] OPEN = ",\"extFields\":{\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NEXT = ",\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COLON = "\":\"".getBytes(StandardCharsets.US_ASCII);

    private final ByteBuf out;
    private boolean opened;

    JsonFieldWriter(ByteBuf out) {
        this.out = out;
    }

    @Override
    public void put(FieldName name, String value) {
        if (value != null) {
            name(name);
            JsonStrings.writeEscaped(out, value);
            out.writeByte('"');
        }
    }

    @Override
    public void put(FieldName name, long value) {
        name(name);
        Decimals.write(out, value);
        out.writeByte('"');
    }

    @Override
    public void put(FieldName name, boolean value) {
        put(name, value ? "true" : "false");
    }

    @Override
    public void put(FieldName name, byte[] utf8) {
        if (utf8 != null) {
            name(name);
            JsonStrings.writeEscaped(out, utf8);
            out.writeByte('"');
        }
    }

    /** Ends the object if any field was put. */
    void close() {
        if (opened) {
            out.writeByte('}');
        }
    }

    private void name(FieldName name) {
        out.writeBytes(opened ? NEXT : OPEN);
        opened = true;
        JsonStrings.writeEscaped(out, name.utf8());
        out.writeBytes(COLON);
    }
}
