package io.ferrymq.store;

/** How a read of a queue ended; the wire's status names. */
public enum ReadStatus {
    FOUND,
    /** The filter left nothing of what was looked at. */
    NO_MATCHED_MESSAGE,
    /** The log no longer holds what the queue points to. */
    MESSAGE_WAS_REMOVING,
    /** The queue has no readable entry there. */
    OFFSET_FOUND_NULL,
    /** Far beyond the end. */
    OFFSET_OVERFLOW_BADLY,
    /** At the end: the next message will have this offset. */
    OFFSET_OVERFLOW_ONE,
    /** Before the first message that is still there. */
    OFFSET_TOO_SMALL,
    NO_MATCHED_LOGIC_QUEUE,
    NO_MESSAGE_IN_QUEUE
}
