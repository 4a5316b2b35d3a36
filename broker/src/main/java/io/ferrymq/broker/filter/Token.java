package io.ferrymq.broker.filter;

/**
 * One word of an expression.
 *
 * @param text a string without its quotes; everything else as it stands
 * @param position of its first character, from 0
 */
record Token(TokenKind kind, String text, int position) {
    /** As errors show it. */
    String shown() {
        return switch (kind) {
            case END -> kind.text();
            case STRING -> "the string '" + text + "'";
            default -> "'" + text + "'";
        };
    }
}
