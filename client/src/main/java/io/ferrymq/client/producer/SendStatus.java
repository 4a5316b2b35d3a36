package io.ferrymq.client.producer;

/** How safe a message is. With each of them it is stored on the master. */
public enum SendStatus {
    SEND_OK,
    /** The disk did not confirm in time. */
    FLUSH_DISK_TIMEOUT,
    /** The slave did not confirm in time. */
    FLUSH_SLAVE_TIMEOUT,
    /** There was no slave that could have confirmed. */
    SLAVE_NOT_AVAILABLE
}
