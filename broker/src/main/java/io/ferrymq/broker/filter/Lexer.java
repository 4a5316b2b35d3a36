package io.ferrymq.broker.filter;

/**
 * Cuts an expression into words, each when it is asked for: what stands behind the last word that is asked for is never looked at. A line
 * comment ends with its line; where the expression ends before its line does, {@code --} is two signs, as in RocketMQ.
 */
final class Lexer {
    private final String text;
    private int at;

    Lexer(String text) {
        this.text = text;
    }

    Token next() {
        skipSeparators();
        if (at >= text.length()) {
            return new Token(TokenKind.END, "", text.length());
        }
        char first = text.charAt(at);
        if (isNameStart(first)) {
            return word();
        }
        if (isDigit(first) || (first == '.' && isDigit(peek(1)))) {
            return number();
        }
        return first == '\'' ? string() : sign(first);
    }

    private char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : 0;
    }

    private void skipSeparators() {
        int before;
        do {
            before = at;
            while (at < text.length() && isBlank(text.charAt(at))) {
                at++;
            }
            if (text.startsWith("--", at)) {
                skipLine();
            } else if (text.startsWith("/*", at)) {
                skipBlock();
            }
        } while (at > before);
    }

    private void skipLine() {
        int end = at;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        if (end < text.length()) {
            at = end + 1;
        }
    }

    private void skipBlock() {
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
            throw new FilterSyntaxException(at, "the comment that begins here with /* has no end, expected */");
        }
        at = end + 2;
    }

    private Token word() {
        int start = at;
        while (at < text.length() && (isNameStart(text.charAt(at)) || isDigit(text.charAt(at)))) {
            at++;
        }
        String word = text.substring(start, at);
        return new Token(TokenKind.ofWord(word), word, start);
    }

    /** Of an integer with a leading zero only the zero belongs to it; a fraction or exponent takes all digits. */
    private Token number() {
        int start = at;
        int end = digits(start);
        int fraction = end < text.length() && text.charAt(end) == '.' ? digits(end + 1) : end;
        int exponent = exponent(fraction);
        if (fraction > end || exponent > end) {
            at = Math.max(fraction, exponent);
            return new Token(TokenKind.FLOAT, text.substring(start, at), start);
        }
        if (text.charAt(start) == '0') {
            at = start + 1;
            return new Token(TokenKind.INTEGER, "0", start);
        }
        boolean marked = end < text.length() && (text.charAt(end) == 'L' || text.charAt(end) == 'l');
        at = marked ? end + 1 : end;
        return new Token(TokenKind.INTEGER, text.substring(start, end), start);
    }

    private int digits(int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** Where an exponent that begins here ends; here, when none begins. */
    private int exponent(int from) {
        if (from >= text.length() || (text.charAt(from) != 'e' && text.charAt(from) != 'E')) {
            return from;
        }
        int sign = from + 1 < text.length() && (text.charAt(from + 1) == '+' || text.charAt(from + 1) == '-') ? 1 : 0;
        int end = digits(from + 1 + sign);
        return end > from + 1 + sign ? end : from;
    }

    /** A doubled quote stands for one; where no quote follows it any more, the first of the two ends the string. */
    private Token string() {
        int start = at;
        StringBuilder value = new StringBuilder();
        int from = start + 1;
        while (true) {
            int quote = text.indexOf('\'', from);
            if (quote < 0) {
                throw new FilterSyntaxException(start, "the string that begins here has no closing quote '");
            }
            value.append(text, from, quote);
            boolean doubled = quote + 1 < text.length() && text.charAt(quote + 1) == '\'';
            if (!doubled || text.indexOf('\'', quote + 2) < 0) {
                at = quote + 1;
                return new Token(TokenKind.STRING, value.toString(), start);
            }
            value.append('\'');
            from = quote + 2;
        }
    }

    private Token sign(char first) {
        TokenKind kind =
                switch (first) {
                    case '=' -> TokenKind.EQUAL;
                    case '<' -> lessThan();
                    case '>' -> peek(1) == '=' ? TokenKind.GREATER_OR_EQUAL : TokenKind.GREATER;
                    case '+' -> TokenKind.PLUS;
                    case '-' -> TokenKind.MINUS;
                    case '(' -> TokenKind.OPEN;
                    case ')' -> TokenKind.CLOSE;
                    case ',' -> TokenKind.COMMA;
                    default -> throw unknown(first);
                };
        Token token = new Token(kind, kind.text(), at);
        at += kind.text().length();
        return token;
    }

    private TokenKind lessThan() {
        return switch (peek(1)) {
            case '>' -> TokenKind.NOT_EQUAL;
            case '=' -> TokenKind.LESS_OR_EQUAL;
            default -> TokenKind.LESS;
        };
    }

    private FilterSyntaxException unknown(char first) {
        String hint =
                switch (first) {
                    case '!' -> "expected <> for 'not equal' or NOT";
                    case '"' -> "strings stand in single quotes '";
                    case '&', '|' -> "expected AND or OR";
                    default ->
                        "expected a property name (letters, digits, _ and $), a number, a string in single quotes or"
                                + " one of = <> > >= < <= + - ( ) ,";
                };
        return new FilterSyntaxException(at, "found '" + first + "', " + hint);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNameStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    }
}
