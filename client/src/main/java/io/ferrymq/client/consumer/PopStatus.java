package io.ferrymq.client.consumer;

/** What a pop brought. */
public enum PopStatus {
    FOUND,
    /** There was no message within the time. */
    NO_NEW_MSG,
    /** The broker has as many waiting pops as it takes. */
    POLLING_FULL,
    /** The pop waited, and there was none. */
    POLLING_NOT_FOUND
}
