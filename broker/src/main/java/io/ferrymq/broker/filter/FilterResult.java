package io.ferrymq.broker.filter;

/** What became of an expression. */
public sealed interface FilterResult {
    /** It can be used. */
    record Compiled(SqlFilter filter) implements FilterResult {}

    /** It is not of the language, in a sentence. */
    record Rejected(String reason) implements FilterResult {}
}
