package io.ferrymq.broker.filter;

/** A part of a compiled expression, which is a tree of immutable records. */
sealed interface Expression permits Condition, Operand {
    /**
     * What it is worth for a message: a string, an integer, long or double, a boolean, null when unknown, or {@link Truth#FAILED}.
     */
    Object value(PropertyValues message);
}
