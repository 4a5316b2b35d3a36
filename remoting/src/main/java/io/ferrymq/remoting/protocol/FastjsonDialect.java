package io.ferrymq.remoting.protocol;

import java.io.ByteArrayOutputStream;
import java.util.BitSet;

/**
 * The habits of fastjson that are no JSON, turned into JSON: integer keys without quotes ({@code {0:"a"}}) get quotes, an object as key
 * ({@code {{"topic":"T"}:1}}) becomes a string that holds the object's text ({@code {"{\"topic\":\"T\"}":1}}). References
 * ({@code {"$ref":"$.a"}}) are JSON already and read as objects without known members.
 *
 * <p>One pass, no recursion: the text is copied but for its keys. What is broken in another way stays broken, for the strict parser to
 * name.
 */
final class FastjsonDialect {
    private final byte[] in;
    private final int end;
    private final ByteArrayOutputStream out;
    /** One bit per open bracket, set for an object, clear for an array. */
    private final BitSet objects = new BitSet(Json.NESTING_MAX);

    private int depth;
    private int at;
    private boolean keyComes;
    private boolean changed;

    private FastjsonDialect(byte[] in, int offset, int length) {
        this.in = in;
        this.at = offset;
        this.end = offset + length;
        this.out = new ByteArrayOutputStream(length + length / 4 + 16);
    }

    /** The same document with its keys quoted, or null when there was nothing of the dialect in it. */
    static byte[] toStrict(byte[] in, int offset, int length) {
        FastjsonDialect dialect = new FastjsonDialect(in, offset, length);
        dialect.copy();
        return dialect.changed ? dialect.out.toByteArray() : null;
    }

    /** Strict JSON without white space, as we write it, with the keys that are integers unquoted. */
    static byte[] unquoteIntegerKeys(byte[] strict) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(strict.length);
        for (int i = 0; i < strict.length; i++) {
            if (strict[i] != '"') {
                out.write(strict[i]);
                continue;
            }
            int close = endOfString(strict, i, strict.length) - 1;
            boolean key = close + 1 < strict.length && strict[close + 1] == ':';
            if (key && isInteger(strict, i + 1, close)) {
                out.write(strict, i + 1, close - i - 1);
            } else {
                out.write(strict, i, close + 1 - i);
            }
            i = close;
        }
        return out.toByteArray();
    }

    private void copy() {
        while (at < end && depth <= Json.NESTING_MAX) {
            byte c = in[at];
            if (c == '"') {
                copyTo(endOfString(in, at, end));
                keyComes = false;
            } else if (keyComes && c == '{') {
                quoteObjectKey();
            } else if (keyComes && isNameByte(c)) {
                quoteBareKey();
            } else {
                track(c);
                copyTo(at + 1);
            }
        }
        copyTo(end);
    }

    private void track(byte c) {
        switch (c) {
            case '{', '[' -> {
                objects.set(depth++, c == '{');
                keyComes = c == '{';
            }
            case '}', ']' -> {
                depth = Math.max(0, depth - 1);
                keyComes = false;
            }
            case ',' -> keyComes = depth > 0 && objects.get(depth - 1);
            case ':' -> keyComes = false;
            default -> {}
        }
    }

    private void quoteObjectKey() {
        int close = endOfObject();
        out.write('"');
        for (int i = at; i < close; i++) {
            byte c = in[i];
            if (c == '"' || c == '\\') {
                out.write('\\');
            }
            // White space between the members is legal in an object, but not as it is in a string.
            out.write(c == '\n' || c == '\r' || c == '\t' ? ' ' : c);
        }
        out.write('"');
        finishKey(close);
    }

    private void quoteBareKey() {
        int close = at;
        while (close < end && isNameByte(in[close])) {
            close++;
        }
        out.write('"');
        out.write(in, at, close - at);
        out.write('"');
        finishKey(close);
    }

    private void finishKey(int next) {
        at = next;
        keyComes = false;
        changed = true;
    }

    private void copyTo(int next) {
        out.write(in, at, next - at);
        at = next;
    }

    /** Behind the bracket that closes the object here, or the end of the text. */
    private int endOfObject() {
        int open = 0;
        int i = at;
        while (i < end) {
            byte c = in[i];
            if (c == '"') {
                i = endOfString(in, i, end);
                continue;
            }
            i++;
            if (c == '{') {
                open++;
            } else if (c == '}' && --open == 0) {
                return i;
            }
        }
        return end;
    }

    /** Behind the quote that closes the string which opens at {@code open}, or the end of the text. */
    private static int endOfString(byte[] in, int open, int end) {
        int i = open + 1;
        while (i < end) {
            byte c = in[i];
            if (c == '"') {
                return i + 1;
            }
            i += c == '\\' ? 2 : 1;
        }
        return end;
    }

    private static boolean isNameByte(byte c) {
        return (c >= '0' && c <= '9')
                || (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || c == '-'
                || c == '_'
                || c == '$'
                || c == '.';
    }

    private static boolean isInteger(byte[] in, int from, int to) {
        int i = from < to && in[from] == '-' ? from + 1 : from;
        if (i == to) {
            return false;
        }
        while (i < to && in[i] >= '0' && in[i] <= '9') {
            i++;
        }
        return i == to;
    }
}
