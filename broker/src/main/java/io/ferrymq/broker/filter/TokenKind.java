package io.ferrymq.broker.filter;

import java.util.Locale;

/** The words of the language, as errors name them. */
enum TokenKind {
    END("the end of the expression"),
    IDENTIFIER("a property name"),
    STRING("a string"),
    INTEGER("a number"),
    FLOAT("a number"),
    NOT,
    AND,
    OR,
    BETWEEN,
    IN,
    TRUE,
    FALSE,
    NULL,
    IS,
    CONTAINS,
    STARTSWITH,
    ENDSWITH,
    EQUAL("="),
    NOT_EQUAL("<>"),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    PLUS("+"),
    MINUS("-"),
    OPEN("("),
    CLOSE(")"),
    COMMA(",");

    private final String text;
    private final boolean keyword;

    TokenKind() {
        this.text = name();
        this.keyword = true;
    }

    TokenKind(String text) {
        this.text = text;
        this.keyword = false;
    }

    String text() {
        return text;
    }

    /** What a word is: a keyword in any case, else a name. */
    static TokenKind ofWord(String word) {
        for (TokenKind kind : values()) {
            if (kind.keyword
                    && kind.text.length() == word.length()
                    && kind.text.equals(word.toUpperCase(Locale.ROOT))) {
                return kind;
            }
        }
        return IDENTIFIER;
    }
}
