package io.ferrymq.broker.filter;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A constant as the bytes that properties are stored in. */
record Utf8(String text, byte[] bytes) {
    static Utf8 of(String text) {
        return new Utf8(text, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Utf8 that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "'" + text + "'";
    }
}
