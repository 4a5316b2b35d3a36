package io.ferrymq.remoting.codec;

import java.nio.charset.StandardCharsets;

/** The name of a header field with its bytes at hand, made once per field and process. */
public final class FieldName {
    private final String name;
    private final byte[] utf8;
    private final byte[] jsonOpening;

    private FieldName(String name) {
        this.name = name;
        this.utf8 = name.getBytes(StandardCharsets.UTF_8);
        this.jsonOpening = ('"' + JsonStrings.escape(name) + "\":\"").getBytes(StandardCharsets.UTF_8);
    }

    public static FieldName of(String name) {
        return new FieldName(name);
    }

    byte[] utf8() {
        return utf8;
    }

    /** What stands before the value of this field in a JSON header: {@code "name":"}. */
    byte[] jsonOpening() {
        return jsonOpening;
    }

    @Override
    public String toString() {
        return name;
    }
}
