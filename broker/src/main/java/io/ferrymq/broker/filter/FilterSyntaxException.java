package io.ferrymq.broker.filter;

/** An expression is not of the language: says where, what was found and what was expected. */
final class FilterSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN_MAX = 40;

    /** @param position of the character, from 0; people count from 1 */
    FilterSyntaxException(int position, String problem) {
        super("at character " + (position + 1) + ": " + problem);
    }

    static FilterSyntaxException found(Token token, String expected) {
        String shown = token.shown();
        String cut = shown.length() > SHOWN_MAX ? shown.substring(0, SHOWN_MAX) + "…" : shown;
        return new FilterSyntaxException(token.position(), "found " + cut + ", expected " + expected);
    }
}
