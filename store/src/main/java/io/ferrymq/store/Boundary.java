package io.ferrymq.store;

/** Which of several messages a search by time means. */
public enum Boundary {
    /** The first message stored at or after the time. */
    LOWER,
    /** The last message stored at or before the time. */
    UPPER
}
