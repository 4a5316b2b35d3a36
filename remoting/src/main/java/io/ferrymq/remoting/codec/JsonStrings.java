package io.ferrymq.remoting.codec;

import java.util.Arrays;
import java.util.Locale;

/** The inside of JSON strings: escapes written and undone. Headers are written by {@link HeadBytes}. */
final class JsonStrings {
    private static final int ESCAPED_UNIT_CHARS = 6;

    private static final int FIRST_PRINTABLE = 0x20;

    private JsonStrings() {}

    /** The text as the inside of a JSON string. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < FIRST_PRINTABLE) {
                escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else if (c == '"' || c == '\\') {
                escaped.append('\\').append(c);
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** Undoes the escapes of {@code [from, to)} and returns the text's UTF-8 bytes, never more than the range had. */
    static byte[] unescape(byte[] json, int from, int to) {
        byte[] text = new byte[to - from];
        int length = 0;
        int at = from;
        while (at < to) {
            byte b = json[at];
            if (b != '\\') {
                text[length++] = b;
                at++;
            } else if (at + 1 < to && json[at + 1] == 'u') {
                int codePoint = codePointAt(json, at, to);
                length += putUtf8(codePoint, text, length);
                at += ESCAPED_UNIT_CHARS * Character.charCount(codePoint);
            } else {
                text[length++] = simpleEscape(at + 1 < to ? json[at + 1] : 0);
                at += 2;
            }
        }
        return length == text.length ? text : Arrays.copyOf(text, length);
    }

    private static byte simpleEscape(byte kind) {
        return switch (kind) {
            case '"', '\\', '/', '\'' -> kind;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> throw new MalformedFrameException("unknown escape '\\" + (char) kind + "' in a JSON header");
        };
    }

    /** The code point of the escape at {@code at}, which takes two escapes when it is a surrogate pair. */
    private static int codePointAt(byte[] json, int at, int to) {
        char unit = hex4(json, at + 2, to);
        int next = at + ESCAPED_UNIT_CHARS;
        if (Character.isHighSurrogate(unit) && next + 1 < to && json[next] == '\\' && json[next + 1] == 'u') {
            char low = hex4(json, next + 2, to);
            if (Character.isLowSurrogate(low)) {
                return Character.toCodePoint(unit, low);
            }
        }
        return unit;
    }

    private static char hex4(byte[] json, int from, int to) {
        if (from + 4 > to) {
            throw new MalformedFrameException("cut \\u escape in a JSON header");
        }
        int value = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = Character.digit(json[i], 16);
            if (digit < 0) {
                throw new MalformedFrameException("bad \\u escape in a JSON header");
            }
            value = (value << 4) | digit;
        }
        return (char) value;
    }

    private static int putUtf8(int codePoint, byte[] target, int at) {
        if (codePoint < 0x80) {
            target[at] = (byte) codePoint;
            return 1;
        }
        if (codePoint < 0x800) {
            target[at] = (byte) (0xC0 | (codePoint >> 6));
            target[at + 1] = continuation(codePoint);
            return 2;
        }
        if (Character.isBmpCodePoint(codePoint)) {
            if (Character.isSurrogate((char) codePoint)) {
                // Half a pair has no UTF-8 form; '?' is what Java's own encoder writes.
                target[at] = '?';
                return 1;
            }
            target[at] = (byte) (0xE0 | (codePoint >> 12));
            target[at + 1] = continuation(codePoint >> 6);
            target[at + 2] = continuation(codePoint);
            return 3;
        }
        target[at] = (byte) (0xF0 | (codePoint >> 18));
        target[at + 1] = continuation(codePoint >> 12);
        target[at + 2] = continuation(codePoint >> 6);
        target[at + 3] = continuation(codePoint);
        return 4;
    }

    private static byte continuation(int bits) {
        return (byte) (0x80 | (bits & 0x3F));
    }
}
