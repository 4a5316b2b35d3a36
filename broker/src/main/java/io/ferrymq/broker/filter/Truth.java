package io.ferrymq.broker.filter;

/** What a condition is for one message. */
enum Truth {
    TRUE,
    FALSE,
    /** A property is missing that it depends on. */
    UNKNOWN,
    /** Values cannot be compared, such as a number with a word. Whatever depends on it fails, too, and nothing matches. */
    FAILED;

    static Truth of(boolean value) {
        return value ? TRUE : FALSE;
    }

    Truth not() {
        return switch (this) {
            case TRUE -> FALSE;
            case FALSE -> TRUE;
            case UNKNOWN, FAILED -> this;
        };
    }

    /** As the value of an operand: a boolean, null when it is unknown, {@link #FAILED} itself when it failed. */
    Object asValue() {
        return switch (this) {
            case TRUE -> true;
            case FALSE -> false;
            case UNKNOWN -> null;
            case FAILED -> FAILED;
        };
    }
}
