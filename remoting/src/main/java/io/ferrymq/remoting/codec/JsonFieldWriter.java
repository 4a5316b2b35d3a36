package io.ferrymq.remoting.codec;

import java.nio.charset.StandardCharsets;

/** Header fields as members of the JSON header's {@code extFields}, every value a string (spec: remoting 1.2). */
final class JsonFieldWriter implements FieldWriter {
    private static final byte[] OPEN = ",\"extFields\":{".getBytes(StandardCharsets.US_ASCII);

    private final HeadBytes out;
    private boolean opened;

    JsonFieldWriter(HeadBytes out) {
        this.out = out;
    }

    @Override
    public void put(FieldName name, String value) {
        if (value != null) {
            name(name);
            out.putEscaped(value);
            out.put('"');
        }
    }

    @Override
    public void put(FieldName name, long value) {
        name(name);
        out.putNumber(value);
        out.put('"');
    }

    @Override
    public void put(FieldName name, boolean value) {
        put(name, value ? "true" : "false");
    }

    @Override
    public void put(FieldName name, byte[] utf8) {
        if (utf8 != null) {
            name(name);
            out.putEscaped(utf8);
            out.put('"');
        }
    }

    /** Ends the object if any field was put. */
    void close() {
        if (opened) {
            out.put('}');
        }
    }

    private void name(FieldName name) {
        if (opened) {
            out.put(',');
        } else {
            out.put(OPEN);
            opened = true;
        }
        out.put(name.jsonOpening());
    }
}
