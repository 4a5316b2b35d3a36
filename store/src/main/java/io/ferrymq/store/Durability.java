package io.ferrymq.store;

/** How waiting for the disk ended. */
public enum Durability {
    /** On disk: survives the loss of power. */
    DURABLE,
    /** Not yet on disk when the time was over. The message is stored and may become durable later. */
    TIMED_OUT,
    /** The disk refused. The store is no longer writable. */
    FAILED
}
