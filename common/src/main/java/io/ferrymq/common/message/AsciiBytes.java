package io.ferrymq.common.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads numbers, truth values and Java string hashes from bytes; a string is made only where bytes beyond ASCII ask for it. */
final class AsciiBytes {
    private AsciiBytes() {}

    /** Goes on with a Java string hash over the characters of a UTF-8 range. */
    static int javaHash(int seed, byte[] array, int offset, int length) {
        int hash = seed;
        for (int i = offset; i < offset + length; i++) {
            byte b = array[i];
            if (b < 0) {
                return decodedHash(seed, array, offset, length);
            }
            hash = 31 * hash + b;
        }
        return hash;
    }

    private static int decodedHash(int seed, byte[] array, int offset, int length) {
        String text = new String(array, offset, length, StandardCharsets.UTF_8);
        int hash = seed;
        for (int i = 0; i < text.length(); i++) {
            hash = 31 * hash + text.charAt(i);
        }
        return hash;
    }

    /** A decimal number with an optional sign, as {@link Long#parseLong(String)} takes it; else the given value. */
    static long parseLong(byte[] array, int offset, int length, long otherwise) {
        int end = offset + length;
        int at = offset;
        boolean negative = length > 0 && array[at] == '-';
        if (negative || (length > 0 && array[at] == '+')) {
            at++;
        }
        // 18 digits always fit; the rare 19th is left to the library's own check.
        if (at == end || end - at > 18) {
            return parseLongString(array, offset, length, otherwise);
        }
        long value = 0;
        for (; at < end; at++) {
            int digit = array[at] - '0';
            if (digit < 0 || digit > 9) {
                return otherwise;
            }
            value = value * 10 + digit;
        }
        return negative ? -value : value;
    }

    private static long parseLongString(byte[] array, int offset, int length, long otherwise) {
        try {
            return Long.parseLong(new String(array, offset, length, StandardCharsets.ISO_8859_1));
        } catch (NumberFormatException notANumber) {
            return otherwise;
        }
    }

    /** Whether a UTF-8 range spells this text. */
    static boolean equals(byte[] array, int offset, int length, String text) {
        if (length < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                return Arrays.equals(array, offset, offset + length, utf8, 0, utf8.length);
            }
            if (array[offset + i] != c) {
                return false;
            }
        }
        return length == text.length();
    }

    static boolean equalsIgnoreCase(byte[] array, int offset, int length, String lowerCase) {
        if (length != lowerCase.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if ((array[offset + i] | 0x20) != lowerCase.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
