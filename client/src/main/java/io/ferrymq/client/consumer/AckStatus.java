package io.ferrymq.client.consumer;

/** What came of telling a broker that a popped message is consumed. */
public enum AckStatus {
    OK,
    /** The broker does not wait for it: it has been given out again, or is done with. */
    NO_EXIST
}
