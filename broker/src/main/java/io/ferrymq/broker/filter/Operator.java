package io.ferrymq.broker.filter;

/** How two values are compared. */
enum Operator {
    EQUAL,
    GREATER,
    GREATER_OR_EQUAL,
    LESS,
    LESS_OR_EQUAL;

    /** @param order of the left value against the right one: negative, 0 or positive */
    boolean holds(int order) {
        return switch (this) {
            case EQUAL -> order == 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
        };
    }

    /** The one that says the same with the sides exchanged. */
    Operator mirrored() {
        return switch (this) {
            case EQUAL -> EQUAL;
            case GREATER -> LESS;
            case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
            case LESS -> GREATER;
            case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
        };
    }
}
