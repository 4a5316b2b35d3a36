package io.ferrymq.remoting.codec;

/** Steps over JSON text without building anything from it. Every step checks the end of the range. */
final class JsonScan {
    private static final int DEPTH_MAX = 32;

    private JsonScan() {}

    static int skipWhitespace(byte[] json, int from, int to) {
        int at = from;
        while (at < to && (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t')) {
            at++;
        }
        return at;
    }

    /** Skips white space and the commas between members. */
    static int skipSeparators(byte[] json, int from, int to) {
        int at = skipWhitespace(json, from, to);
        while (at < to && json[at] == ',') {
            at = skipWhitespace(json, at + 1, to);
        }
        return at;
    }

    static void require(byte[] json, int at, int to, char wanted) {
        if (at >= to || json[at] != wanted) {
            throw new MalformedFrameException("JSON header: '" + wanted + "' expected at byte " + at);
        }
    }

    /** The index of the quote that ends the string whose first character is at {@code from}. */
    static int stringEnd(byte[] json, int from, int to) {
        for (int at = from; at < to; at++) {
            if (json[at] == '"') {
                return at;
            }
            if (json[at] == '\\') {
                at++;
            }
        }
        throw new MalformedFrameException("JSON header: string without an end");
    }

    static boolean hasEscape(byte[] json, int from, int to) {
        for (int at = from; at < to; at++) {
            if (json[at] == '\\') {
                return true;
            }
        }
        return false;
    }

    static boolean isNull(byte[] json, int from, int to) {
        return to - from == 4
                && json[from] == 'n'
                && json[from + 1] == 'u'
                && json[from + 2] == 'l'
                && json[from + 3] == 'l';
    }

    /** The index behind the value that starts at {@code from}. */
    static int valueEnd(byte[] json, int from, int to) {
        if (from >= to) {
            throw new MalformedFrameException("JSON header: value expected at byte " + from);
        }
        return switch (json[from]) {
            case '"' -> stringEnd(json, from + 1, to) + 1;
            case '{', '[' -> nestedEnd(json, from, to);
            default -> literalEnd(json, from, to);
        };
    }

    private static int nestedEnd(byte[] json, int from, int to) {
        int depth = 0;
        for (int at = from; at < to; at++) {
            switch (json[at]) {
                case '"' -> at = stringEnd(json, at + 1, to);
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                default -> {}
            }
            if (depth == 0) {
                return at + 1;
            }
            if (depth > DEPTH_MAX) {
                throw new MalformedFrameException("JSON header: nested deeper than " + DEPTH_MAX);
            }
        }
        throw new MalformedFrameException("JSON header: object without an end");
    }

    private static int literalEnd(byte[] json, int from, int to) {
        int at = from;
        while (at < to && isLiteral(json[at])) {
            at++;
        }
        if (at == from) {
            throw new MalformedFrameException("JSON header: value expected at byte " + from);
        }
        return at;
    }

    private static boolean isLiteral(byte b) {
        return (b >= '0' && b <= '9')
                || (b >= 'a' && b <= 'z')
                || (b >= 'A' && b <= 'Z')
                || b == '-'
                || b == '+'
                || b == '.';
    }
}
