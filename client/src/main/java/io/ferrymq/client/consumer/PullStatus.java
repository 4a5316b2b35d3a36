package io.ferrymq.client.consumer;

/** What a pull brought. */
public enum PullStatus {
    /** Messages, though perhaps none that is wanted. */
    FOUND,
    /** The queue has no message at this offset yet. */
    NO_NEW_MSG,
    /** The queue has messages, but none of those looked at is wanted: go on at the next offset. */
    NO_MATCHED_MSG,
    /** The queue does not have this offset: the next offset is the nearest that it has. */
    OFFSET_ILLEGAL
}
